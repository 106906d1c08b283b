// Chapter 05: private copies in shared memory.
//
// Shared memory lies on the multiprocessor itself. A copy of the bins there takes most atomics off
// the L2 cache: a block counts on chip and sends one number per bin to global memory at the end.
// Three steps, with a barrier after each of the first two: zero, count, commit.

#include "common/kernels/global_atomics.cuh"
#include "common/kernels/private_copies.cuh"
#include "common/lesson.h"

using namespace course;

constexpr unsigned kStaticBins = 4096;  // 16 KiB of counters

// The size of `mine` is fixed when compiling: simple, but one size for all numbers of bins.
template <typename Sample, typename BinOf>
__global__ void histogram_shared_static(const Sample* samples, std::size_t n, BinOf bin_of,
                                        Count* counts, unsigned bins) {
  __shared__ Count mine[kStaticBins];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();  // nobody counts before all counters are zero

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {  // no early return: every thread must reach the barrier below
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();  // nobody commits before all samples are counted

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

constexpr auto shared_static = [](auto& p) {
  if (p.bins > kStaticBins)
    throw NotApplicable("compiled for at most " + std::to_string(kStaticBins) + " bins");
  const Grid grid = p.grid_for(p.n, 256);
  histogram_shared_static<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
  return counted_in_blocks(p, grid);
};

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

int main(int argc, char** argv) {
  HistogramLesson lesson("05_shared_memory", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.previous("vs 04", "private_copies (04)", private_copies);
  lesson.step("shared_static", shared_static);
  lesson.step("shared", shared(256));
  lesson.step("shared_1024", shared(1024));
  return lesson.run();
}
