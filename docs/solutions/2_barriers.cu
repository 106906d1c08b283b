// Solution 2: nobody counts too early, nobody commits too early.
//
// A barrier after zeroing and one after counting. Both stand outside the `if`: threads that have no
// sample must reach them too.

#include "common/lesson.h"

using namespace course;

template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();  // nobody counts before all counters are zero

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();  // nobody commits before all samples are counted

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_shared(const Problem& p) {
  const auto kernel = histogram_shared<typename Problem::Sample, typename Problem::BinOf>;
  const unsigned block = p.launch.block_or(256);
  const std::size_t bytes = p.bins * sizeof(Count);
  allow_shared_memory(p.device, kernel, bytes);
  kernel<<<blocks_for(p.n, block), block, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

// One shared atomic per sample; one global atomic per bin and block.
Ledger count_and_commit(const HistogramFacts& f) {
  const unsigned block = f.launch.block_or(256);
  return block_ledger(f, blocks_for(f.n, block), block, f.valid);
}

int main(int argc, char** argv) {
  HistogramLesson lesson("solution_2_barriers", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.step("shared", count_and_commit, [](auto& p) { launch_shared(p); });
  return lesson.run();
}
