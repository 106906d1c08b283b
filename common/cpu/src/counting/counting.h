// The counters behind counters.h: every worker counts for itself, and adds to the total when a
// launch is over.
#pragma once
#include <cstdint>

#include "counting/address_counts.h"
#include "counting/lane_statistics.h"

namespace course::cpu {

// The atomics that one worker ran during a launch.
struct WorkerCounts {
  std::uint64_t global_atomics = 0;
  std::uint64_t shared_atomics = 0;
  AddressCounts queues;  // of global memory
};

bool counting_is_on();
// Moves what a worker counted to the total.
void hand_in_counts(WorkerCounts& counts, LaneStatistics& lanes);

}  // namespace course::cpu
