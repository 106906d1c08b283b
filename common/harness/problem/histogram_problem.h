// What the launch of a histogram gets, and how it says what it did.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/harness/device/buffer.h"
#include "common/harness/model/work.h"
#include "common/harness/problem/launch_context.h"
#include "common/harness/problem/workload.h"

namespace course {

// What the CPU's reference result tells of the samples. Launches use it to say their work, never to
// do it.
struct SampleFacts {
  std::uint64_t valid = 0;        // samples that fall into a bin
  std::uint64_t fullest_bin = 0;  // the most samples that share one
  // The fullest counter when sample i is counted in copy (i / threads) % copies. Computed once,
  // when first asked; empty where nobody reads it, or it would take too much memory.
  std::function<std::optional<std::uint64_t>(unsigned threads, std::size_t copies)>
      fullest_bin_of_copies;
};

// For a step, `samples` and `counts` are device memory and all counts are zero; for a host step
// both are host memory.
template <typename SampleT, typename BinOfT>
struct HistogramProblem : LaunchContext {
  using Sample = SampleT;
  using BinOf = BinOfT;
  // The parameters that a kernel of this course usually has. Where a Kernel* is wanted, its name is
  // enough: histogram_shared, or histogram_wide<4, true>. The types above are deduced.
  using Kernel = void(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                      unsigned bins);

  const Sample* samples;  // n of them
  std::size_t n;
  BinOf bin_of;   // sample -> bin; invalid samples give a number >= bins
  Count* counts;  // one per bin
  unsigned bins;
  Workspace& workspace;
  const SampleFacts& facts;

  // Beyond 48 KiB of dynamic shared memory a kernel must ask. NotApplicable where that is too much.
  void allow_shared_memory(Kernel* kernel, std::size_t bytes) const {
    course::allow_shared_memory(device, kernel, bytes);
  }
  std::size_t counters_that_fit() const { return device.shared_memory_opt_in / sizeof(Count); }
  unsigned values() const { return number_of_values<Sample, BinOf>(bins); }
  // Memory for `count` counters, uninitialised. Each call in one launch gives another piece.
  Count* scratch(std::size_t count) const { return workspace.get<Count>(count); }
};

// An atomic in global memory for each valid sample; those of the fullest bin are the longest queue.
template <typename Problem>
Work counted_in_global_memory(const Problem& p) {
  return {{p.facts.valid, 0, p.facts.fullest_bin}, {}};
}

// The same in `copies` copies of the bins, and one atomic for each of their counters to merge them.
template <typename Problem>
Work counted_in_copies(const Problem& p, Grid grid, std::size_t copies) {
  const std::uint64_t counters = std::uint64_t{copies} * p.bins;
  Work work{{p.facts.valid + counters, 0, p.facts.fullest_bin_of_copies(grid.threads, copies)}, {}};
  work.manner.copies = copies;
  work.manner.threads = grid.threads;
  work.manner.commits = counters;
  if (work.ledger.longest_queue) {
    work.ledger.longest_queue = std::max<std::uint64_t>(*work.ledger.longest_queue, copies);
  }
  return work;
}

// An atomic in shared memory for each valid sample. Every block commits every bin: blocks x bins
// atomics in global memory, one of each block at each bin.
template <typename Problem>
Work counted_in_blocks(const Problem& p, Grid grid) {
  Work work{{std::uint64_t{grid.blocks} * p.bins, p.facts.valid, grid.blocks}, {}};
  work.manner.commits = work.ledger.global_atomics;
  work.manner.blocks = grid.blocks;
  work.manner.threads = grid.threads;
  return work;
}

// Counted in blocks by value: every block commits each value that has a bin, and values of one bin
// queue there.
template <typename Problem>
Work committed_by_value(const Problem& p, Work work) {
  std::vector<unsigned> values_of(p.bins);
  std::uint64_t commits = 0, most = 0;
  for (unsigned value = 0; value < p.values(); ++value) {
    const unsigned bin = p.bin_of(static_cast<typename Problem::Sample>(value));
    if (bin >= p.bins) continue;
    ++commits;
    most = std::max<std::uint64_t>(most, ++values_of[bin]);
  }
  const std::uint64_t blocks = work.manner.blocks;
  work.ledger.global_atomics = work.manner.commits = blocks * commits;
  work.ledger.longest_queue = blocks * most;
  return work;
}

}  // namespace course
