// Chapter 04's kernels and launch, word for word: what chapter 05 measures itself against.
#pragma once

#include <algorithm>

#include "common/lesson.h"

namespace course {

// Counts into copy number blockIdx.x % number_of_copies. The copies must be zero.
template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned number_of_copies, unsigned bins) {
  Count* const mine = copies + std::size_t{blockIdx.x % number_of_copies} * bins;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&mine[bin], 1);
}

// Adds all copies into counts, one thread per counter of a copy.
__global__ void merge_copies(const Count* copies, unsigned number_of_copies, Count* counts,
                             unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < std::size_t{number_of_copies} * bins) atomicAdd(&counts[i % bins], copies[i]);
}

// Large blocks: fewer copies to zero and to merge for small n. One copy per block, but no more than
// blocks of any size can be on the device at the same time: two that never run together do not
// disturb each other.
constexpr auto private_copies = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 1024);
  const unsigned resident = p.device.multiprocessors * p.device.max_blocks_per_multiprocessor;
  const unsigned copies = std::min(grid.blocks, p.copies(resident));
  const std::size_t counters = std::size_t{copies} * p.bins;
  Count* const scratch = p.scratch(counters);

  CUDA_CHECK(cudaMemsetAsync(scratch, 0, counters * sizeof(Count)));
  count_into_copies<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, scratch, copies,
                                                   p.bins);
  merge_copies<<<blocks_for(counters, 256), 256>>>(scratch, copies, p.counts, p.bins);
  return counted_in_copies(p, grid, copies).in_launches(3);
};

}  // namespace course
