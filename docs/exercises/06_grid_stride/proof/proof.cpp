// What a right answer to grid_stride does.
#include <algorithm>

#include "common/exercise/proof.h"

namespace course {

ExerciseProof grid_stride_proof() {
  ExerciseProof proof;
  // Every valid sample in shared memory. Commits follow from the grid and not from n: it has the
  // blocks that were asked for, or at most those that a multiprocessor holds.
  proof.work = [](const SampleBins& samples) {
    constexpr unsigned kResidentThreads = 2048, kResidentBlocks = 32;
    WorkDemand demand;
    demand.shared_atomics = Bound::exactly(samples.valid());
    if (!samples.one_multiprocessor) return demand;  // the number of all is the worker's to know
    const unsigned warps = (samples.threads + 31) / 32;
    const unsigned fit = std::min(kResidentThreads / (32 * warps), kResidentBlocks);
    const unsigned asked = samples.blocks_per_multiprocessor;
    demand.global_atomics = Bound::at_most(std::uint64_t{asked == 0 ? fit : asked} * samples.bins);
    return demand;
  };
  // Bins that do not fit into shared memory may be refused, others not.
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 12000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
