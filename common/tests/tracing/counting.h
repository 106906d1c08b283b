// Counts a launch, and checks what was counted against what its source says.
#pragma once
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <ostream>

#include "common/cpu/counters.h"
#include "common/tests/cpu_backend/device_array.h"

// The place of a thread in its grid, and of a lane in its warp.
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x % 32)

template <class Launch>
course::cpu::MemoryCounts count(Launch launch) {
  course::cpu::start_counting();
  launch();
  REQUIRE(cudaGetLastError() == cudaSuccess);
  const auto memory = course::cpu::stop_counting().memory;
  REQUIRE(memory.has_value());
  return *memory;
}

struct Seen {
  std::uint64_t requests, lanes;
  std::uint64_t units;  // sectors of global memory, wavefronts of shared memory
  bool operator==(const Seen&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.requests << " requests of " << seen.lanes << " lanes, " << seen.units
             << " sectors or wavefronts";
}
inline Seen sectors(const course::cpu::AccessCounts& counts) {
  return {counts.requests, counts.lanes, counts.sectors};
}
inline Seen wavefronts(const course::cpu::AccessCounts& counts) {
  return {counts.requests, counts.lanes, counts.wavefronts};
}
