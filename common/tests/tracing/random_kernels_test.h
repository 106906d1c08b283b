// What the files of random_kernels test with.
#pragma once
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <string>

#include "common/cpu/counters.h"
#include "common/tests/cpu_backend/device_array.h"

struct LineUse {
  int line;
  std::uint64_t requests, lanes;
};

// Launches the kernels with memory for all of them, and compares what was counted for the lines of
// `file`, a path, with the `count` expected ones.
inline void check_lines(const std::string& file, const LineUse* expected, std::size_t count,
                        void (*launch)(unsigned* out)) {
  const DeviceArray<unsigned> out(std::vector<unsigned>(64 * 32));
  course::cpu::start_counting();
  launch(out.get());
  REQUIRE(cudaGetLastError() == cudaSuccess);
  const auto kernels = course::cpu::stop_counting().kernels();
  std::map<int, course::cpu::AccessCounts> counted;
  for (const auto& kernel : kernels) {
    for (const auto& line : kernel.lines) {
      if (line.access != course::cpu::MemoryAccess::atomic) continue;
      CHECK(line.file == file.substr(file.rfind('/') + 1));
      counted[line.line].add(line.counts);
    }
  }
  REQUIRE(count > 20);
  CHECK(counted.size() == count);
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const LineUse& use = expected[i];
    const auto& found = counted[use.line];
    if (found.requests == use.requests && found.lanes == use.lanes) continue;
    if (++wrong > 5) continue;  // enough to begin with
    CAPTURE(use.line);
    CHECK(found.requests == use.requests);
    CHECK(found.lanes == use.lanes);
  }
  CHECK(wrong == 0);
}
