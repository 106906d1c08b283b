// What a right answer to which_copy does.
#include <algorithm>

#include "common/exercise/proof.h"

namespace course {
namespace {

constexpr std::uint64_t kCopies = 32;

HistogramCase all_in_one_bin(std::size_t n, unsigned threads) {
  HistogramCase c;
  c.spec.n = n;
  c.spec.bins = 100;
  c.spec.workload = {Workload::Kind::single};
  c.asked.threads = threads;
  return c;
}

}  // namespace

ExerciseProof which_copy_proof() {
  ExerciseProof proof;
  // Warps that take the copies in turn: none gets more than its share of them, rounded up. At the
  // result's counters the copies queue.
  proof.work = [](const SampleBins& samples) {
    const std::uint64_t n = samples.bin_of_sample.size(), threads = samples.threads;
    const std::uint64_t warps = (n + threads - 1) / threads * ((threads + 31) / 32);
    const std::uint64_t lanes = std::min<std::uint64_t>(threads, 32);
    WorkDemand demand;
    demand.global_atomics = Bound::exactly(samples.valid() + kCopies * samples.bins);
    demand.shared_atomics = Bound::exactly(0);
    demand.longest_queue =
        Bound::at_most(std::max((warps + kCopies - 1) / kCopies * lanes, kCopies));
    return demand;
  };
  // On equal samples, in few blocks, in many small ones, and in blocks with a warp that is not
  // full.
  proof.cases = {all_in_one_bin(1024, 256), all_in_one_bin(2000, 1024), all_in_one_bin(1500, 1),
                 all_in_one_bin(528, 33),   all_in_one_bin(1056, 33),   all_in_one_bin(8000, 64)};
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 10000; };
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
