// What an exercise demands of a submission. Results are always compared, and the race build is
// always run; the rest is said here by the exercise's own file.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/harness/run/add_cases.h"
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
  // In global memory, where the exercise counts accesses: loads and stores of threads; requests of
  // warps, and the sectors of 32 bytes that these touch; passes of atomics in L2.
  Bound loads, stores, load_requests, load_sectors, atomic_passes;
};

// What was counted.
struct Counted {
  std::uint64_t global_atomics = 0, shared_atomics = 0, longest_queue = 0;
  std::uint64_t loads = 0, stores = 0, load_requests = 0, load_sectors = 0, atomic_passes = 0;

  void operator+=(const Counted& other);
};

// A number above, as a grade's column and in words.
struct Quantity {
  using CountedNumber = std::uint64_t Counted::*;  // nvcc warns where these stand below
  using DemandedBound = Bound WorkDemand::*;
  const char* column;
  const char* words;
  CountedNumber counted;
  DemandedBound demand;
  bool is_access;
};
inline constexpr Quantity kQuantities[] = {
    {"global_atomics", "global atomics", &Counted::global_atomics, &WorkDemand::global_atomics,
     false},
    {"shared_atomics", "shared atomics", &Counted::shared_atomics, &WorkDemand::shared_atomics,
     false},
    {"longest_queue", "the longest queue", &Counted::longest_queue, &WorkDemand::longest_queue,
     false},
    {"loads", "loads", &Counted::loads, &WorkDemand::loads, true},
    {"stores", "stores", &Counted::stores, &WorkDemand::stores, true},
    {"load_requests", "load requests of warps", &Counted::load_requests, &WorkDemand::load_requests,
     true},
    {"load_sectors", "sectors that loads touch", &Counted::load_sectors, &WorkDemand::load_sectors,
     true},
    {"atomic_passes", "passes of global atomics", &Counted::atomic_passes,
     &WorkDemand::atomic_passes, true}};

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
  // Instead of `work` in an exercise about c = a + b in float32, whose cases are those of an add.
  std::function<WorkDemand(const AddCase&)> add_work;
  // Accesses to memory are demanded: the build traces the kernels. The build looks for this line:
  // proof.counts_accesses = true;
  bool counts_accesses = false;
  // Further cases that are this exercise's point, such as a number of bins that must run.
  std::vector<HistogramCase> cases;
  std::vector<AddCase> add_cases;
  // Whether a submission may refuse a case by NotApplicable. Never: those of `cases`, and those
  // that every variant must take (demand_of).
  std::function<bool(const HistogramCase&)> may_refuse;
  // So many cases must have run at least.
  int least_cases = 1;
};

}  // namespace course
