// Chapter 06's kernel per_warp with all that it is made of, word for word: what chapter 07 measures
// itself against.
#pragma once

#include "common/lesson.h"

namespace course {

__device__ void set_to_zero(Count* counters, unsigned size) {
  for (unsigned k = threadIdx.x; k < size; k += blockDim.x) counters[k] = 0;
  __syncthreads();
}

// What is done with an invalid sample: a branch around the atomic, or a spare bin behind the last
// one, which is counted like any other and never committed. Sixteen samples in a row then need no
// decision.
enum Invalid { kBranch, kSpareBin };

template <Invalid kInvalid>
__device__ void count_sample(unsigned bin, Count* counters, unsigned bins, unsigned stride) {
  if (kInvalid == kSpareBin) {
    atomicAdd(&counters[min(bin, bins) * stride], 1);
  } else if (bin < bins) {
    atomicAdd(&counters[bin * stride], 1);
  }
}

// This thread's share of all samples, 16 bytes of them a load, kInFlight loads at a time: they are
// independent, so they travel together and the thread waits once for all. Bin b is counted at
// counters[b * stride].
template <int kInFlight, Invalid kInvalid, typename Sample, typename BinOf>
__device__ void count_packs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counters,
                            unsigned bins, unsigned stride = 1) {
  constexpr int kWidth = Pack<Sample>::kWidth;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(samples, n);
  const auto* packs = reinterpret_cast<const Pack<Sample>*>(samples + split.head);
  std::size_t i = thread;
  for (; i + (kInFlight - 1) * threads < split.packs; i += kInFlight * threads) {
    Pack<Sample> pack[kInFlight];
    for (int load = 0; load < kInFlight; ++load) pack[load] = packs[i + load * threads];
    for (int load = 0; load < kInFlight; ++load) {
      for (int k = 0; k < kWidth; ++k) {
        count_sample<kInvalid>(bin_of(pack[load][k]), counters, bins, stride);
      }
    }
  }
  for (; i < split.packs; i += threads) {  // the last packs, one at a time
    const Pack<Sample> pack = packs[i];
    for (int k = 0; k < kWidth; ++k) {
      count_sample<kInvalid>(bin_of(pack[k]), counters, bins, stride);
    }
  }
  for (std::size_t k = thread; k < split.head + split.tail; k += threads) {
    const Sample sample = samples[split.loose(k, kWidth)];
    count_sample<kInvalid>(bin_of(sample), counters, bins, stride);
  }
}

// Large blocks: few sets of counters to zero and to commit. As many of them as the device holds at
// the same time, so that no last round leaves it half empty. The launch bounds tell the compiler
// how many blocks a multiprocessor must hold: two on an H200, so 65,536 / 2,048 = 32 registers a
// thread.
constexpr unsigned kFullBlock = 1024;
constexpr unsigned kFullBlocks = kResidentThreads / kFullBlock;

// The last steps differ in their kernel, and in how many sets of counters it wants. Each set has a
// spare bin, used or not. `kernel` may be a template's name: p knows the types of its parameters.
template <typename Problem>
Work launch_resident(const Problem& p, typename Problem::Kernel* kernel, unsigned sets = 1) {
  const std::size_t bytes = std::size_t{sets} * (p.bins + 1) * sizeof(Count);
  const Grid grid = p.resident(kFullBlock, bytes);
  p.allow_shared_memory(kernel, bytes);
  kernel<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_in_blocks(p, grid).with_in_flight(4 * 16);
}

// One set of counters for each warp: the warps of a block no longer wait for each other's updates.
template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(kFullBlock, kFullBlocks)
    histogram_per_warp(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                       unsigned bins) {
  extern __shared__ Count mine[];
  const unsigned warps = (blockDim.x + 31) / 32, set_size = bins + 1;
  set_to_zero(mine, warps * set_size);
  count_packs<4, kSpareBin>(samples, n, bin_of, mine + threadIdx.x / 32 * set_size, bins);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    Count sum = 0;
    for (unsigned warp = 0; warp < warps; ++warp) sum += mine[warp * set_size + bin];
    atomicAdd(&counts[bin], sum);
  }
}

constexpr auto per_warp = [](auto& p) {
  const unsigned warps = (p.threads(kFullBlock) + 31) / 32;
  return launch_resident(p, histogram_per_warp, warps).with_spare_bin(p.n);
};

}  // namespace course
