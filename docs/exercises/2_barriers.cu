// Exercise 2 (after chapter 05): nobody counts too early, nobody commits too early.
//
// This is chapter 05's kernel without its barriers. The threads of a block run at their own pace:
// one may count into a counter that another has not zeroed yet, or commit a counter that others
// still add to. Two lines are missing. Where do they belong, and why must every thread reach them?

#include "common/kernels/global_atomics.cuh"
#include "common/lesson.h"

using namespace course;

template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  // TODO: two barriers, __syncthreads(), among the lines of this kernel
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }

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
  HistogramLesson lesson("exercise_2_barriers", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.step("shared", shared);
  return lesson.run();
}
