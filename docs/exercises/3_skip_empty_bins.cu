// Exercise 3 (after chapter 05): commit what was counted, and nothing else.
//
// Chapter 05 sends every bin of every block to global memory, the empty ones too. Adding 0 changes
// nothing and costs an atomic all the same. Write the commit so that empty bins stay at home.

#include "common/lesson.h"

using namespace course;

template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of,
                                 [[maybe_unused]] Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  // TODO: add each counter of `mine` that is not 0 to its bin in `counts`
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

int main(int argc, char** argv) {
  HistogramLesson lesson("exercise_3_skip_empty_bins", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  // No formula: how many bins stay empty depends on the samples, so only counting can tell.
  lesson.step("skip_empty", nullptr, [](auto& p) { launch_shared(p); });
  return lesson.run();
}
