// What a right answer to copies does.
#include <algorithm>

#include "common/exercise/proof.h"

namespace course {
namespace {

constexpr std::uint64_t kCopies = 8;

// The most samples that mean the same bin in the same copy.
std::uint64_t fullest_counter(const SampleBins& samples) {
  std::vector<std::uint32_t> counters(kCopies * samples.bins);
  std::uint32_t fullest = 0;
  for (std::size_t i = 0; i < samples.bin_of_sample.size(); ++i) {
    const std::uint64_t bin = samples.bin_of_sample[i], copy = i % samples.threads % kCopies;
    if (bin < samples.bins) fullest = std::max(fullest, ++counters[bin * kCopies + copy]);
  }
  return fullest;
}

}  // namespace

ExerciseProof copies_proof() {
  ExerciseProof proof;
  // Every valid sample in its copy, and one atomic to merge each counter of the copies.
  proof.work = [](const SampleBins& samples) {
    WorkDemand demand;
    demand.global_atomics = Bound::exactly(samples.valid() + kCopies * samples.bins);
    demand.shared_atomics = Bound::exactly(0);
    demand.longest_queue = Bound::at_most(std::max(fullest_counter(samples), kCopies));
    return demand;
  };
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 10000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
