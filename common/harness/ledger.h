// The work that a variant does, beside the time it takes. On the CPU backend it is counted while
// the kernel runs; on a GPU it comes from the variant's own formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace course {

struct Ledger {
  std::uint64_t global_atomics = 0;  // atomic operations on global memory
  std::uint64_t shared_atomics = 0;  // atomic operations on shared memory
  // Most global atomics that land on one address; empty where no formula knows.
  std::optional<std::uint64_t> longest_queue = 0;
};

// What only counting can tell: how many lanes of a warp hit one address in one atomic instruction.
struct CountedWork {
  Ledger ledger;
  double mean_same_address_lanes = 0;
  unsigned worst_same_address_lanes = 0;
};

}  // namespace course
