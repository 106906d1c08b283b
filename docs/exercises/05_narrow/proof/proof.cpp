// What a right answer to narrow does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof narrow_proof() {
  ExerciseProof proof;
  // Every valid sample in shared memory, whatever the number of bins; of each block at most all
  // bins in global memory.
  proof.work = [](const SampleBins& samples) {
    const std::size_t n = samples.bin_of_sample.size();
    const std::uint64_t blocks = n == 0 ? 1 : (n + samples.threads - 1) / samples.threads;
    WorkDemand demand;
    demand.global_atomics = Bound::at_most(blocks * samples.bins);
    demand.shared_atomics = Bound::exactly(samples.valid());
    return demand;
  };
  // Two bytes for each bin of what a block of an H200 can have.
  proof.may_refuse = [](const HistogramCase& c) { return c.spec.bins > 227 * 1024 / 2; };
  // Many bins, and one bin that gets all samples of the largest blocks.
  const auto add = [&](std::size_t n, std::size_t bins, unsigned threads, Workload workload) {
    HistogramCase c;
    c.spec.n = n;
    c.spec.bins = bins;
    c.spec.workload = workload;
    c.asked.threads = threads;
    proof.cases.push_back(c);
  };
  for (const unsigned threads : {256u, 1024u}) {
    add(3001, 100000, threads, {Workload::Kind::uniform});
    add(2048, 100000, threads, {Workload::Kind::single});
    add(4096, 256, threads, {Workload::Kind::single});
  }
  proof.least_cases = 40;
  return proof;
}

}  // namespace course
