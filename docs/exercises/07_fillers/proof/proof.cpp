// What a right answer to fillers does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof fillers_proof() {
  // Counters that fill the shared memory which a block has without asking.
  constexpr std::size_t kMostBins = 48 * 1024 / sizeof(Count);
  ExerciseProof proof;
  // It still counts tile by tile with the collective, and every block commits all bins once.
  proof.work = [](const SampleBins& samples) {
    constexpr std::uint64_t kItems = 4;
    const std::uint64_t tile = samples.threads * kItems, n = samples.bin_of_sample.size();
    const std::uint64_t blocks = n == 0 ? 1 : (n + tile - 1) / tile;
    WorkDemand demand;
    demand.global_atomics = Bound::at_most(blocks * samples.bins);
    demand.shared_atomics.least = blocks * tile;
    return demand;
  };
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > kMostBins; };
  for (const std::size_t n : {0, 1, 1000, 1024, 5003}) {
    HistogramCase c;
    c.spec.n = n;
    c.spec.bins = kMostBins;
    c.spec.workload = {Workload::Kind::edges};
    proof.cases.push_back(c);
  }
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
