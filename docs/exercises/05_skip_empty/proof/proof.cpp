// What a right answer to skip_empty does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof skip_empty_proof() {
  ExerciseProof proof;
  // Every valid sample in shared memory, and of each block the bins that it met, no others.
  proof.work = [](const SampleBins& samples) {
    const auto block_of = [&](std::size_t i) { return i / samples.threads; };
    WorkDemand demand;
    demand.global_atomics = Bound::exactly(samples.distinct_bins(block_of));
    demand.shared_atomics = Bound::exactly(samples.valid());
    return demand;
  };
  // Bins that do not fit into shared memory may be refused, others not.
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 12000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
