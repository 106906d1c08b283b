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
  std::uint64_t longest_queue = 0;   // most global atomics that land on one address
};

inline bool operator==(const Ledger& a, const Ledger& b) {
  return a.global_atomics == b.global_atomics && a.shared_atomics == b.shared_atomics &&
         a.longest_queue == b.longest_queue;
}

// What only counting can tell: how many lanes of a warp hit one address in one atomic instruction.
struct CountedWork {
  Ledger ledger;
  double mean_same_address_lanes = 0;
  unsigned worst_same_address_lanes = 0;
};

}  // namespace course
