// Solution 2: nobody counts too early, nobody commits too early.
//
// A barrier after zeroing and one after counting. Both stand outside the `if`: threads that have no
// sample must reach them too.

#include "common/kernels/global_atomics.cuh"
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

constexpr auto shared = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_shared, bytes);
  histogram_shared<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
  return counted_in_blocks(p, grid);
};

int main(int argc, char** argv) {
  HistogramLesson lesson("solution_2_barriers", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.step("shared", shared);
  return lesson.run();
}
