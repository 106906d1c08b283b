// The work that a variant does, beside the time it takes. On the CPU backend it is counted while
// the kernel runs; on a GPU it comes from the variant's own formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/cpu/memory_counts.h"

namespace course {

// How a kernel reads its samples.
enum class Loads {
  in_flight,   // several wide loads of a thread at the same time
  in_turn,     // neighbouring threads read neighbours, one load of a thread at a time
  contiguous,  // a thread reads a run of neighbours, so that a warp touches 32 places at a time
};

struct Ledger {
  std::uint64_t global_atomics = 0;  // atomic operations on global memory
  std::uint64_t shared_atomics = 0;  // atomic operations on shared memory
  // Most global atomics that land on one address; empty where no formula knows.
  std::optional<std::uint64_t> longest_queue = 0;

  // The rest is not counted: a formula says it for the model that predicts times (model.h).
  // Global atomics by which neighbouring threads add to neighbouring bins. 0 with shared atomics:
  // all of the global ones.
  std::uint64_t commits = 0;
  std::uint64_t addresses =
      0;  // counters over which the other global atomics are spread; 0: the bins
  Loads loads = Loads::in_flight;
  std::uint64_t blocks = 0;    // of the kernel that counts, where it counts in shared memory
  unsigned block = 0;          // threads in each of them
  bool spare_bin = false;      // no decision for each sample whether it is valid
  bool conflict_free = false;  // the shared atomics of a warp never meet in a bank
  bool other_work = false;     // there is work that this ledger does not tell, such as sorting
};

// "" when the formula says what was counted, else both in words. A formula may leave the longest
// queue open.
std::string disagreement(const Ledger& formula, const Ledger& counted);

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
