// How much atomic work kernels did on the CPU backend. Call these from the host, between launches.
#pragma once
#include <cstdint>

namespace course::cpu {

struct Counts {
  std::uint64_t global_atomics = 0;  // atomic operations of threads on global memory
  std::uint64_t shared_atomics = 0;  // the same on shared memory
  // The greatest number of global atomics that fell on one address, over all counted launches: they
  // stand in one queue.
  std::uint64_t longest_queue = 0;
  // Atomics of a warp that happen together: the greatest number of lanes at one address, on average
  // and at worst. Taken to happen together: the k-th atomics of the warp's threads since the last
  // block barrier, for the first 4,096 of each thread. 0 without any.
  double mean_same_address_lanes = 0;
  unsigned worst_same_address_lanes = 0;
};

// Sets the counts to zero and counts from now on.
void start_counting();
// Stops counting and returns what was counted since start_counting().
Counts stop_counting();

}  // namespace course::cpu
