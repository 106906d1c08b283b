// How much atomic work kernels did on the CPU backend, and what they asked of memory. Call these
// from the host, between launches.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/cpu/memory_counts.h"

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
  // Loads, stores and atomics of warps; empty where the build does not trace kernels, or where a
  // thread did more between two barriers than a trace holds.
  std::optional<MemoryCounts> memory;
  // The same kernel by kernel, in the order of their first launches, and line by line; not callable
  // where the build does not trace. Looking up source lines takes a while, and the program
  // addr2line (binutils): without it files are empty and lines 0.
  std::function<std::vector<KernelCounts>()> kernels;
};

// Sets the counts to zero and counts from now on.
void start_counting();
// Stops counting and returns what was counted since start_counting().
Counts stop_counting();

// Whether this build counts memory accesses.
bool traces_memory();

}  // namespace course::cpu
