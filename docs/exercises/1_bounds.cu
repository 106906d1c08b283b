// Exercise 1 (after chapter 03): read no sample that is not there.
//
// Each thread counts four neighbouring samples. With n a multiple of four all is well. With any
// other n the last thread goes on reading behind the input, and counts what happens to lie there.

#include "common/lesson.h"

using namespace course;

template <typename Sample, typename BinOf>
__global__ void histogram_by_four(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                  unsigned bins) {
  const std::size_t first = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (first >= n) return;
  for (std::size_t i = first; i < first + 4; ++i) {  // TODO: stop where the samples end
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_by_four(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  const unsigned blocks = blocks_for(p.n, std::size_t{4} * block);
  histogram_by_four<<<blocks, block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

int main(int argc, char** argv) {
  HistogramLesson lesson("exercise_1_bounds", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.step("by_four", one_atomic_per_sample, [](auto& p) { launch_by_four(p); });
  return lesson.run();
}
