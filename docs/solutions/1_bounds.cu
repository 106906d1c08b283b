// Solution 1: read no sample that is not there.
//
// Each index is held against n before it is used. `first >= n` alone guards only the first of the
// four.

#include "common/kernels/global_atomics.cuh"
#include "common/lesson.h"

using namespace course;

template <typename Sample, typename BinOf>
__global__ void histogram_by_four(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                  unsigned bins) {
  const std::size_t first = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (first >= n) return;
  for (std::size_t i = first; i < first + 4 && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

constexpr auto by_four = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 4);
  histogram_by_four<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_in_global_memory(p);
};

int main(int argc, char** argv) {
  HistogramLesson lesson("solution_1_bounds", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.step("by_four", by_four);
  return lesson.run();
}
