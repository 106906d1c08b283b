// Chapter 06: more samples per thread, up to the speed of memory.
//
// Chapter 05 zeroes and commits a set of counters for every few hundred samples. When each thread
// counts many samples, that is paid less often. How they are dealt out matters: as a run of
// neighbours per thread, or in turn, so that a warp reads neighbours. Then come the last steps to
// the speed of memory, each its own kernel: wide loads, loads in flight, several sets of counters.

#include <string>

#include "common/lesson.h"

using namespace course;

constexpr unsigned kBlock = 256;
constexpr unsigned kCoarsening = 32;  // samples per thread, where the grid follows from n

// The last kernels fill the device with blocks of 1,024 threads: large blocks mean few sets of
// counters to zero and to commit. As launch bounds, the number of such blocks on a multiprocessor
// (two on an H200) holds the compiler to the registers that this many threads can have (32 each).
constexpr unsigned kFullBlock = 1024;
constexpr unsigned kFullBlocks = kResidentThreads / kFullBlock;

// The kernels are made of the same four steps as in chapter 05; two of them are always alike.

__device__ void set_to_zero(Count* counters, unsigned size) {
  for (unsigned k = threadIdx.x; k < size; k += blockDim.x) counters[k] = 0;
  __syncthreads();
}

// Adds up each bin over `sets` sets of counters and commits the sum. Bin b of set s is at
// counters[b * bin_stride + s * set_stride]. Each thread starts with another set, so that
// neighbouring threads do not all read from one bank of shared memory at the same time.
__device__ void commit(const Count* counters, Count* counts, unsigned bins, unsigned sets,
                       unsigned bin_stride, unsigned set_stride) {
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    Count sum = 0;
    for (unsigned k = 0; k < sets; ++k) {
      const unsigned set = (k + bin) % sets;
      sum += counters[bin * bin_stride + set * set_stride];
    }
    atomicAdd(&counts[bin], sum);
  }
}

// Each thread counts `coarsening` neighbours. Good for the caches of a CPU; on a GPU the 32 threads
// of a warp then read 32 places far apart at the same time.
template <typename Sample, typename BinOf>
__global__ void histogram_contiguous(const Sample* samples, std::size_t n, BinOf bin_of,
                                     Count* counts, unsigned bins, unsigned coarsening) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins);
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = thread * coarsening;
  for (std::size_t i = first; i < first + coarsening && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  commit(mine, counts, bins, 1, 1, 0);
}

// The grid strides over the samples: neighbours go to neighbouring threads, and a thread's next
// sample lies a whole grid further on.
template <typename Sample, typename BinOf>
__global__ void histogram_interleaved(const Sample* samples, std::size_t n, BinOf bin_of,
                                      Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins);
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  commit(mine, counts, bins, 1, 1, 0);
}

// Counts one sample. With a spare bin there is no branch: an invalid sample is counted too, in an
// extra counter behind the last bin that nobody commits. Sixteen samples in a row then need no
// decision.
template <bool kSpareBin>
__device__ void count_sample(unsigned bin, Count* counters, unsigned bins, unsigned stride) {
  if (kSpareBin) {
    atomicAdd(&counters[min(bin, bins) * stride], 1);
  } else if (bin < bins) {
    atomicAdd(&counters[bin * stride], 1);
  }
}

// This thread's share of all samples, 16 bytes of them a load, kInFlight loads at a time: they are
// independent, so they travel together and the thread waits once for all. Bin b is counted at
// counters[b * stride].
template <int kInFlight, bool kSpareBin, typename Sample, typename BinOf>
__device__ void count_packs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counters,
                            unsigned bins, unsigned stride) {
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
        count_sample<kSpareBin>(bin_of(pack[load][k]), counters, bins, stride);
      }
    }
  }
  for (; i < split.packs; i += threads) {  // the last packs, one at a time
    const Pack<Sample> pack = packs[i];
    for (int k = 0; k < kWidth; ++k) {
      count_sample<kSpareBin>(bin_of(pack[k]), counters, bins, stride);
    }
  }
  for (std::size_t k = thread; k < split.head + split.tail; k += threads) {
    const Sample sample = samples[split.loose(k, kWidth)];
    count_sample<kSpareBin>(bin_of(sample), counters, bins, stride);
  }
}

// One set of counters for the block. With <1, false> these are wide loads and nothing else, with
// <4, false> four of them in flight, with <4, true> without the branch.
template <int kInFlight, bool kSpareBin, typename Sample, typename BinOf>
__global__ void __launch_bounds__(1024, kFullBlocks)
    histogram_wide(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                   unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins + 1);
  count_packs<kInFlight, kSpareBin>(samples, n, bin_of, mine, bins, 1);
  commit(mine, counts, bins, 1, 1, 0);
}

// One set of counters per warp: the warps of a block no longer wait for each other's updates.
template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(1024, kFullBlocks)
    histogram_per_warp(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                       unsigned bins) {
  extern __shared__ Count mine[];
  const unsigned warps = (blockDim.x + 31) / 32, set = bins + 1;
  set_to_zero(mine, warps * set);
  count_packs<4, true>(samples, n, bin_of, mine + threadIdx.x / 32 * set, bins, 1);
  commit(mine, counts, bins, warps, 1, set);
}

// One set of counters per lane: counter (bin, lane) is at bin * 32 + lane, so a lane always works
// in its own bank of shared memory and the lanes of a warp never collide.
template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(1024, kFullBlocks)
    histogram_per_lane(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                       unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, 32 * (bins + 1));
  count_packs<4, true>(samples, n, bin_of, mine + threadIdx.x % 32, bins, 32);
  commit(mine, counts, bins, 32, 32, 1);
}

// Chapter 05's kernel, the step before.
template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins);
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  commit(mine, counts, bins, 1, 1, 0);
}

// The launches. Up to "interleaved" the grid follows from n: one sample per thread, or
// `coarsening`. From there on it follows from the device: as many blocks as can be resident, and
// not one more, because blocks of a second round would run on a device that is mostly idle.

unsigned blocks_for_coarsening(std::size_t n, const Launch& launch) {
  return blocks_for(n, std::size_t{launch.block_or(kBlock)} * launch.coarsening_or(kCoarsening));
}

// As many blocks as have room for `sets` sets of counters each.
unsigned resident_grid(const Device& device, const Launch& launch, unsigned sets, unsigned bins) {
  const std::size_t bytes = std::size_t{sets} * (bins + 1) * sizeof(Count);
  const unsigned resident = resident_blocks(device, launch.block_or(kFullBlock), bytes);
  return device.multiprocessors * launch.blocks_per_processor_or(resident);
}

unsigned warps_for(const Launch& launch) { return (launch.block_or(kFullBlock) + 31) / 32; }

// Interleaving works with either grid: --coarsen asks for the one that follows from n.
unsigned interleaved_blocks(std::size_t n, const Device& device, const Launch& launch) {
  if (launch.coarsening) return blocks_for_coarsening(n, launch);
  return device.multiprocessors * launch.blocks_per_processor_or(8);
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

// Launches any of the kernels above that take (samples, n, bin_of, counts, bins).
template <typename Problem, typename Kernel>
void launch_with_counters(const Problem& p, Kernel* kernel, unsigned blocks, unsigned block,
                          std::size_t counters) {
  const std::size_t bytes = std::size_t{counters} * sizeof(Count);
  allow_shared_memory(p.device, kernel, bytes);
  kernel<<<blocks, block, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem, typename Kernel>
void launch_resident(const Problem& p, Kernel* kernel, unsigned sets) {
  const unsigned blocks = resident_grid(p.device, p.launch, sets, p.bins);
  launch_with_counters(p, kernel, blocks, p.launch.block_or(kFullBlock),
                       std::size_t{sets} * (p.bins + 1));  // with the spare bin
}

template <typename Problem>
void launch_shared(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  launch_with_counters(p, histogram_shared<typename Problem::Sample, typename Problem::BinOf>,
                       blocks_for(p.n, block), block, p.bins);
}

template <typename Problem>
void launch_contiguous(const Problem& p) {
  const auto kernel = histogram_contiguous<typename Problem::Sample, typename Problem::BinOf>;
  const std::size_t bytes = p.bins * sizeof(Count);
  allow_shared_memory(p.device, kernel, bytes);
  kernel<<<blocks_for_coarsening(p.n, p.launch), p.launch.block_or(kBlock), bytes>>>(
      p.samples, p.n, p.bin_of, p.counts, p.bins, p.launch.coarsening_or(kCoarsening));
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_interleaved(const Problem& p) {
  launch_with_counters(p, histogram_interleaved<typename Problem::Sample, typename Problem::BinOf>,
                       interleaved_blocks(p.n, p.device, p.launch), p.launch.block_or(kBlock),
                       p.bins);
}

template <int kInFlight, bool kSpareBin, typename Problem>
void launch_wide(const Problem& p) {
  using Sample = typename Problem::Sample;
  using BinOf = typename Problem::BinOf;
  launch_resident(p, histogram_wide<kInFlight, kSpareBin, Sample, BinOf>, 1);
}

template <typename Problem>
void launch_per_warp(const Problem& p) {
  launch_resident(p, histogram_per_warp<typename Problem::Sample, typename Problem::BinOf>,
                  warps_for(p.launch));
}

template <typename Problem>
void launch_per_lane(const Problem& p) {
  launch_resident(p, histogram_per_lane<typename Problem::Sample, typename Problem::BinOf>, 32);
}

// What the ledger must say: one shared atomic per sample, one global atomic per bin and block.

Ledger one_sample_per_thread(const HistogramFacts& f) {
  const unsigned block = f.launch.block_or(kBlock);
  return block_ledger(f, blocks_for(f.n, block), block, f.valid);
}
Ledger coarsened_grid(const HistogramFacts& f) {
  const unsigned blocks = blocks_for_coarsening(f.n, f.launch);
  Ledger ledger = block_ledger(f, blocks, f.launch.block_or(kBlock), f.valid);
  ledger.loads = Loads::contiguous;
  return ledger;
}
Ledger interleaved_grid(const HistogramFacts& f) {
  const unsigned blocks = interleaved_blocks(f.n, f.device, f.launch);
  Ledger ledger = block_ledger(f, blocks, f.launch.block_or(kBlock), f.valid);
  ledger.loads = Loads::in_turn;
  return ledger;
}
Ledger one_set(const HistogramFacts& f) {
  const unsigned blocks = resident_grid(f.device, f.launch, 1, f.bins);
  return block_ledger(f, blocks, f.launch.block_or(kFullBlock), f.valid);
}
// With a spare bin the invalid samples are counted as well.
Ledger with_spare_bin(const HistogramFacts& f, unsigned sets) {
  const unsigned blocks = resident_grid(f.device, f.launch, sets, f.bins);
  Ledger ledger = block_ledger(f, blocks, f.launch.block_or(kFullBlock), f.n);
  ledger.spare_bin = true;
  return ledger;
}
Ledger one_set_spare(const HistogramFacts& f) { return with_spare_bin(f, 1); }
Ledger set_per_warp(const HistogramFacts& f) { return with_spare_bin(f, warps_for(f.launch)); }
Ledger set_per_lane(const HistogramFacts& f) {
  Ledger ledger = with_spare_bin(f, 32);
  ledger.conflict_free = true;
  return ledger;
}

int main(int argc, char** argv) {
  HistogramLesson lesson("06_coarsening", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.previous("vs 05", "shared (05)", one_sample_per_thread, [](auto& p) { launch_shared(p); });
  lesson.step("contiguous", coarsened_grid, [](auto& p) { launch_contiguous(p); });
  lesson.step("interleaved", interleaved_grid, [](auto& p) { launch_interleaved(p); });
  lesson.step("wide", one_set, [](auto& p) { launch_wide<1, false>(p); });
  lesson.step("in_flight", one_set, [](auto& p) { launch_wide<4, false>(p); });
  lesson.step("spare_bin", one_set_spare, [](auto& p) { launch_wide<4, true>(p); });
  lesson.step("per_warp", set_per_warp, [](auto& p) { launch_per_warp(p); });
  lesson.step("per_lane", set_per_lane, [](auto& p) { launch_per_lane(p); });

  for (const unsigned factor : {1, 2, 4, 8, 16, 32, 64, 128}) {
    lesson.sweep({std::to_string(factor) + " samples per thread", " x" + std::to_string(factor),
                  [=](Options& options, const Device&) { options.coarsening = factor; }});
  }
  for (const unsigned blocks : {1, 2, 3, 4, 6, 8, 16}) {
    lesson.sweep({std::to_string(blocks) + " blocks per multiprocessor",
                  " /" + std::to_string(blocks),
                  [=](Options& options, const Device&) { options.blocks_per_processor = blocks; }});
  }
  return lesson.run();
}
