// Which variant of chapter 06 to take.
#pragma once

#include <cstddef>
#include <string>

#include "common/harness/problem/workload.h"

namespace course {

struct Choice {
  std::string variant;
  std::string reason;
};

// The rule behind 06_coarsening --best, which a test holds against the recorded times. `counters`:
// how many fit into the shared memory of a block.
inline Choice best_variant(SampleType type, std::size_t n, std::size_t bins, std::size_t counters) {
  // Global atomics count uniform samples in 256 bins at 0.26 ns each: so few should be counted
  // before counters of one's own are zeroed, filled and committed.
  constexpr std::size_t kFewSamples = 1024;
  // 262,144 bins on an H200 are five ranges and take 0.65 ms. At that rate twenty take as long as
  // 2^28 uniform samples do with global atomics, 2.65 ms. Samples that crowd take those far longer.
  constexpr std::size_t kMostRanges = 20;
  const std::size_t in_a_range = counters - 1;  // beside the spare bin
  const std::size_t ranges = (bins + in_a_range - 1) / in_a_range;
  if (n <= kFewSamples) return {"global (03)", "so few samples do not repay counters of their own"};
  if (size_of(type) == 1) return {"per_lane", "a sample is a byte"};
  if (ranges <= 1) return {"spare_bin", "the bins fit into a block's shared memory"};
  const std::string beyond =
      ranges > 5
          ? "; partition, in the program beyond, reads them twice however many bins there are"
          : "";
  if (ranges <= kMostRanges) {
    return {"ranges", "the bins are " + std::to_string(ranges) + " ranges that fit" + beyond};
  }
  return {"global (03)", std::to_string(ranges) + " ranges read the samples too often"};
}

}  // namespace course
