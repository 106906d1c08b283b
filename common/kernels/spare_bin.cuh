// Chapter 06's steps spare_bin and ranges with all that they are made of, word for word: what
// chapter 07 and the program beyond measure themselves against.
#pragma once

#include "common/lesson.h"

namespace course {

__device__ void set_to_zero(Count* counters, unsigned size) {
  for (unsigned k = threadIdx.x; k < size; k += blockDim.x) counters[k] = 0;
  __syncthreads();
}

__device__ void commit(const Count* counters, Count* counts, unsigned bins) {
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], counters[bin]);
  }
}

// An invalid sample takes a branch around the atomic, or is counted in a spare bin behind the last.
enum Invalid { kBranch, kSpareBin };

template <Invalid kInvalid>
__device__ void count_sample(unsigned bin, Count* counters, unsigned bins, unsigned stride) {
  if (kInvalid == kSpareBin) bin = min(bin, bins);
  if (kInvalid == kSpareBin || bin < bins) atomicAdd(&counters[bin * stride], 1);
}

// This thread's share of all samples, 16 bytes of them a load, kInFlight loads at a time: they are
// independent, so they travel together and the thread waits once for all. Bin b is counted at
// counters[b * stride]. This block is number `block` of those that share the samples.
template <int kInFlight, Invalid kInvalid, typename Sample, typename BinOf>
__device__ void count_packs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counters,
                            unsigned bins, unsigned stride = 1, unsigned block = blockIdx.x,
                            unsigned blocks = gridDim.x) {
  constexpr int kWidth = Pack<Sample>::kWidth;
  const std::size_t threads = std::size_t{blocks} * blockDim.x;
  const std::size_t thread = std::size_t{block} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(samples, n);
  const auto* packs = reinterpret_cast<const Pack<Sample>*>(samples + split.head);
  const auto count = [&](Sample sample) {
    count_sample<kInvalid>(bin_of(sample), counters, bins, stride);
  };
  std::size_t i = thread;
  for (; i + (kInFlight - 1) * threads < split.packs; i += kInFlight * threads) {
    Pack<Sample> pack[kInFlight];
    for (int load = 0; load < kInFlight; ++load) pack[load] = packs[i + load * threads];
    for (int load = 0; load < kInFlight; ++load) {
      for (int k = 0; k < kWidth; ++k) count(pack[load][k]);
    }
  }
  for (; i < split.packs; i += threads) {  // the last packs, one at a time
    const Pack<Sample> pack = packs[i];
    for (int k = 0; k < kWidth; ++k) count(pack[k]);
  }
  for (std::size_t k = thread; k < split.head + split.tail; k += threads) {
    count(samples[split.loose(k, kWidth)]);
  }
}

// One set of counters for the block, with a spare bin, used or not.
template <int kInFlight, Invalid kInvalid, typename Sample, typename BinOf>
__global__ void __launch_bounds__(kFullBlock, kFullBlocks)
    histogram_wide(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                   unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins + 1);
  count_packs<kInFlight, kInvalid>(samples, n, bin_of, mine, bins);
  commit(mine, counts, bins);
}

// For as many blocks as can be resident. A template's name is enough: p knows the kernel's types.
template <typename Problem>
Work launch(const Problem& p, typename Problem::Kernel* kernel, std::size_t counters, int loads) {
  const std::size_t bytes = counters * sizeof(Count);
  const Grid grid = p.resident(kFullBlock, bytes, p.n);
  p.allow_shared_memory(kernel, bytes);
  kernel<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_in_blocks(p, grid).with_in_flight(loads * 16);
}

constexpr auto spare_bin = [](auto& p) {
  return launch(p, histogram_wide<4, kSpareBin>, p.bins + 1, 4).with_spare_bin(p.n);
};

// The bins are cut into as many ranges as the grid has columns. A block counts its range, and all
// other samples in the spare bin. The blocks of a row, one for each range, read the same samples at
// the same time: memory delivers them once, and the L2 cache to the others. One block on a
// multiprocessor leaves a thread 64 registers, enough for eight loads in flight.
template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(kFullBlock, 1)
    histogram_ranges(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                     unsigned bins) {
  extern __shared__ Count mine[];
  const unsigned first = std::size_t{bins} * blockIdx.x / gridDim.x;
  const unsigned range = std::size_t{bins} * (blockIdx.x + 1) / gridDim.x - first;
  set_to_zero(mine, range + 1);
  count_packs<8, kSpareBin>(
      samples, n, [=](Sample sample) { return bin_of(sample) - first; }, mine, range,
      /*stride=*/1, blockIdx.y, gridDim.y);
  commit(mine, counts + first, range);
}

constexpr auto ranges = [](auto& p) {
  const unsigned columns = blocks_for(p.bins, p.counters_that_fit() - 1);  // and a spare bin
  const std::size_t bytes = (std::size_t{blocks_for(p.bins, columns)} + 1) * sizeof(Count);
  const Grid rows = p.rows_of(columns, kFullBlock, p.n);
  p.allow_shared_memory(histogram_ranges, bytes);
  histogram_ranges<<<dim3(columns, rows.blocks), rows.threads, bytes>>>(p.samples, p.n, p.bin_of,
                                                                        p.counts, p.bins);
  return counted_in_blocks(p, rows).with_spare_bin(p.n * columns).with_in_flight(8 * 16);
};

}  // namespace course
