// What an exercise demands of a submission. Results are always compared, and the race build is
// always run; the rest is said here by the exercise's own file.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/harness/run/histogram_cases.h"

namespace course {

// A counted number that must lie between two others.
struct Bound {
  std::uint64_t least = 0, most = std::numeric_limits<std::uint64_t>::max();

  static Bound exactly(std::uint64_t number) { return {number, number}; }
  static Bound at_most(std::uint64_t number) { return {0, number}; }
};

// What the CPU backend must count in one launch.
struct WorkDemand {
  Bound global_atomics, shared_atomics, longest_queue;
};

// A case's samples as the demands see them.
struct SampleBins {
  const std::vector<unsigned>& bin_of_sample;  // a number >= bins: invalid
  unsigned bins;
  unsigned threads;                        // in a block: as asked, else 256
  unsigned blocks_per_multiprocessor = 0;  // as asked, else 0
  bool one_multiprocessor = false;         // the device of this case has no more

  std::uint64_t valid() const;
  // How many different valid bins each `group` has, summed over all groups. group_of(i) is sample
  // i's group, which never decreases.
  std::uint64_t distinct_bins(const std::function<std::uint64_t(std::size_t i)>& group_of) const;
};

struct ExerciseProof {
  // Nothing: no work is demanded.
  std::function<WorkDemand(const SampleBins&)> work;
  // Further cases that are this exercise's point, such as a number of bins that must run.
  std::vector<HistogramCase> cases;
  // Whether a submission may refuse a case by NotApplicable. Never: those of `cases`, and those
  // that every variant must take (demand_of).
  std::function<bool(const HistogramCase&)> may_refuse;
  // So many cases must have run at least.
  int least_cases = 1;
};

}  // namespace course
