// What a right answer to stuck does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof stuck_proof() {
  ExerciseProof proof;
  // It still counts in shared memory.
  proof.work = [](const SampleBins& samples) {
    WorkDemand demand;
    demand.shared_atomics = Bound::exactly(samples.valid());
    // In blocks of so many threads that count four samples each; every block commits.
    const std::uint64_t share = std::uint64_t{samples.threads} * 4;
    const std::uint64_t n = samples.bin_of_sample.size();
    demand.global_atomics.least = n == 0 ? 0 : (n + share - 1) / share;
    return demand;
  };
  // Bins that do not fit into shared memory may be refused, others not.
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 12000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
