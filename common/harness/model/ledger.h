// The atomics that a variant does, beside the time it takes. Each launch says them; on the CPU
// backend they are counted as well, while the kernel runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/cpu/memory_counts.h"

namespace course {

struct Ledger {
  std::uint64_t global_atomics = 0;  // atomic operations on global memory
  std::uint64_t shared_atomics = 0;  // atomic operations on shared memory
  // Most global atomics that land on one address; empty where nobody knows.
  std::optional<std::uint64_t> longest_queue = 0;
};

// "" when the launch says what was counted, else both in words. A launch may leave the longest
// queue open.
std::string disagreement(const Ledger& said, const Ledger& counted);

// What only counting can tell: how many lanes of a warp hit one address in one atomic instruction,
// and what warps ask of memory.
struct CountedWork {
  Ledger ledger;
  double mean_same_address_lanes = 0;
  unsigned worst_same_address_lanes = 0;
  std::optional<cpu::MemoryCounts> memory;  // empty where the backend does not count it
  // The same by kernel and source line, which takes a while; not callable where it is not counted.
  std::function<std::vector<cpu::KernelCounts>()> kernels;
};

}  // namespace course
