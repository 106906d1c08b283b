// The work that a launch says it did. The launch knows its grid, so nothing else has to compute it
// again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/harness/model/ledger.h"

namespace course {

// How a kernel reads its samples, as far as that slows it down.
enum class Loads {
  unhindered,  // fast enough for the speed of memory, or the kernel has slower work than reading
  in_turn,     // neighbouring threads read neighbours, one load of a thread at a time
  contiguous,  // a thread reads a run of neighbours, so that a warp touches 32 places at a time
};

// What the counts do not show, and the model that predicts times (model.h) has to be told.
struct Hints {
  // Global atomics by which a warp adds to neighbouring bins. Left at 0 by a launch with shared
  // atomics: all of the global ones.
  std::uint64_t commits = 0;
  // Over how many counters the other global atomics are spread; 0: over the bins.
  std::uint64_t addresses = 0;
  Loads loads = Loads::unhindered;
  std::uint64_t blocks = 0;    // of the kernel that counts, where it counts in shared memory
  unsigned threads = 0;        // in each of them
  bool spare_bin = false;      // no decision for each sample whether it is valid
  bool conflict_free = false;  // the shared atomics of a warp never meet in a bank
  bool other_work = false;     // there is work that no count tells of, such as sorting
  unsigned access_bytes = 0;   // adds: how many bytes a thread moves in one access
};

struct Work {
  Ledger ledger;  // the CPU backend counts the same and compares
  Hints hints;

  Work reading(Loads loads) const {
    Work work = *this;
    work.hints.loads = loads;
    return work;
  }
  // `atomics` in shared memory in place of one for each valid sample.
  Work with_shared_atomics(std::uint64_t atomics) const {
    Work work = *this;
    work.ledger.shared_atomics = atomics;
    return work;
  }
  // All n samples are counted, the invalid ones in a bin that nobody commits.
  Work with_spare_bin(std::size_t n) const {
    Work work = with_shared_atomics(n);
    work.hints.spare_bin = true;
    return work;
  }
  Work without_bank_conflicts() const {
    Work work = *this;
    work.hints.conflict_free = true;
    return work;
  }
  // `atomics` more in global memory, all at one address.
  Work and_at_one_address(std::uint64_t atomics) const {
    Work work = *this;
    work.ledger.global_atomics += atomics;
    if (work.ledger.longest_queue && *work.ledger.longest_queue < atomics) {
      work.ledger.longest_queue = atomics;
    }
    return work;
  }
  Work and_other_work() const {
    Work work = *this;
    work.hints.other_work = true;
    return work;
  }
};

}  // namespace course
