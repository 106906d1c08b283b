// Chapter 05's kernel and launch, word for word: what chapter 06 measures itself against.
#pragma once

#include "common/lesson.h"

namespace course {

// One copy of the bins in shared memory. Its size is given at launch: `bins` counters, whatever
// bins is.
template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

// The size is the third launch argument. Larger blocks mean fewer sets of counters to commit: this
// function gives the launch for blocks of so many threads.
auto shared(unsigned block_size) {
  return [block_size](auto& p) {
    const Grid grid = p.grid_for(p.n, block_size);
    const std::size_t bytes = p.bins * sizeof(Count);
    p.allow_shared_memory(histogram_shared, bytes);
    histogram_shared<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                           p.bins);
    return counted_in_blocks(p, grid);
  };
}

}  // namespace course
