// What a right answer to two_tiles does.
#include <algorithm>

#include "common/exercise/proof.h"

namespace course {

ExerciseProof two_tiles_proof() {
  ExerciseProof proof;
  // Every valid sample in shared memory. Each of a block's two tiles is committed on its own: at
  // least the bins that it met, at most all.
  proof.work = [](const SampleBins& samples) {
    const auto tile_of = [&](std::size_t i) { return i / samples.threads; };
    const std::size_t both = 2 * std::size_t{samples.threads};
    const std::size_t blocks =
        std::max<std::size_t>(1, (samples.bin_of_sample.size() + both - 1) / both);
    WorkDemand demand;
    demand.global_atomics = {samples.distinct_bins(tile_of), 2 * blocks * samples.bins};
    demand.shared_atomics = Bound::exactly(samples.valid());
    return demand;
  };
  // Bins that do not fit into shared memory may be refused, others not.
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 12000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
