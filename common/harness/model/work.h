// The work that a launch says it did. The launch knows its grid, so nothing else has to compute it
// again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/harness/model/ledger.h"

namespace course {

// How the work is done, as far as the model that predicts times (model.h) needs it.
struct Manner {
  std::uint64_t blocks = 0;  // of the kernel that counts in shared memory
  unsigned threads = 0;      // in each block of the kernel that counts
  // Sets of counters in global memory into which the samples are counted, one after another by
  // block.
  std::uint64_t copies = 1;
  // Global atomics by which warps add neighbouring counters to neighbouring bins.
  std::uint64_t commits = 0;
  // Bytes that a thread asks for before it waits for any; 0: one element.
  unsigned bytes_in_flight = 0;
  std::size_t stride = 1;      // accesses from one thread's to its neighbour's at the same time
  bool spare_bin = false;      // no decision for each sample whether it is valid
  bool conflict_free = false;  // the shared atomics of a warp never meet in a bank
  bool other_work = false;     // there is work that the model does not know, such as sorting
  unsigned reads_before = 0;   // how often all samples are read before they are counted
  unsigned launches = 1;       // kernels and memsets, one after another
  unsigned waits = 0;          // for a result that the host needs before it can go on
  unsigned access_bytes = 0;   // adds: how many bytes a thread moves in one access
};

struct Work {
  Ledger ledger;  // the CPU backend counts the same and compares
  Manner manner;

  // What neighbouring threads access at the same time lies `stride` apart, in accesses.
  Work at_stride(std::size_t stride) const {
    Work work = *this;
    work.manner.stride = stride;
    return work;
  }
  Work with_in_flight(unsigned bytes) const {
    Work work = *this;
    work.manner.bytes_in_flight = bytes;
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
    work.manner.spare_bin = true;
    return work;
  }
  Work without_bank_conflicts() const {
    Work work = *this;
    work.manner.conflict_free = true;
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
  // So many kernels and memsets instead of one, between which the host waits so often for a result.
  Work in_launches(unsigned launches, unsigned waits = 0) const {
    Work work = *this;
    work.manner.launches = launches;
    work.manner.waits = waits;
    return work;
  }
  // Another kernel reads all samples before they are counted.
  Work after_a_look_at_all() const {
    Work work = *this;
    work.manner.reads_before = 1;
    return work;
  }
  Work and_other_work() const {
    Work work = *this;
    work.manner.other_work = true;
    return work;
  }
};

}  // namespace course
