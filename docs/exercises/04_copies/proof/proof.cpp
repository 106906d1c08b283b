// What a right answer to copies does.
#include <algorithm>
#include <array>
#include <map>

#include "common/exercise/proof.h"

namespace course {
namespace {

constexpr std::uint64_t kCopies = 8;
using Copies = std::array<std::uint32_t, kCopies>;

// The most samples that mean the same bin in the same copy.
std::uint64_t fullest_counter(const SampleBins& samples) {
  std::vector<Copies> counters(samples.bins);
  std::uint32_t fullest = 0;
  for (std::size_t i = 0; i < samples.bin_of_sample.size(); ++i) {
    const unsigned bin = samples.bin_of_sample[i];
    if (bin < samples.bins) {
      fullest = std::max(fullest, ++counters[bin][i % samples.threads % kCopies]);
    }
  }
  return fullest;
}

// The passes of L2 while the samples are counted: for each bin of a warp as many as lanes meet in
// the fullest of its eight counters, as these are one sector.
std::uint64_t counting_passes(const SampleBins& samples) {
  std::uint64_t passes = 0;
  std::map<unsigned, Copies> warp;
  for (std::size_t i = 0; i < samples.bin_of_sample.size(); ++i) {
    const std::size_t thread = i % samples.threads;
    if (thread % 32 == 0) warp.clear();
    const unsigned bin = samples.bin_of_sample[i];
    if (bin >= samples.bins) continue;
    Copies& copies = warp[bin];
    const std::uint32_t before = *std::max_element(copies.begin(), copies.end());
    passes += ++copies[thread % kCopies] > before;
  }
  return passes;
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
    // In the merge the 32 lanes of a warp add to four bins, eight to each. Twice, as memory may
    // begin inside a sector, so that eight neighbours lie in two.
    const std::uint64_t merging = (samples.bins + 3) / 4 * kCopies;
    demand.atomic_passes = Bound::at_most(2 * (counting_passes(samples) + merging));
    return demand;
  };
  proof.counts_accesses = true;
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 10000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
