// The kernel that every histogram chapter measures itself against: chapter 03's global atomics.
#pragma once

#include "common/harness/problem/workload.h"

namespace course {

// One thread per sample, one atomic add in global memory per valid sample.
template <typename Sample, typename BinOf>
__global__ void histogram_global(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], 1);
}

}  // namespace course
