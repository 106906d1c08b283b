// Chapter 03's kernel and launch, word for word: what every later chapter measures itself against.
#pragma once

#include "common/lesson.h"

namespace course {

// One thread per sample, and an atomic add if the sample is valid: outside the bins nothing counts.
template <typename Sample, typename BinOf>
__global__ void histogram_global(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto global = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  histogram_global<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_in_global_memory(p);
};

}  // namespace course
