// What a right answer to stray_samples does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof stray_samples_proof() {
  ExerciseProof proof;
  // Of each thread's two samples one atomic for every valid bin that they mean.
  proof.work = [](const SampleBins& samples) {
    WorkDemand demand;
    demand.global_atomics =
        Bound::exactly(samples.distinct_bins([](std::size_t i) { return i / 2; }));
    demand.shared_atomics = Bound::exactly(0);
    return demand;
  };
  proof.may_refuse = [](const HistogramCase&) { return false; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
