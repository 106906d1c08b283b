// Chapter 06: more samples per thread, up to the speed of memory.
//
// Chapter 05 zeroes and commits a set of counters for every few hundred samples. When each thread
// counts many, that is paid less often, and it matters how they are dealt out: as a run of
// neighbours per thread, or in turn, so that a warp reads neighbours. Then come the last steps to
// the speed of memory, and bins that do not all fit into shared memory.

#include "common/kernels/global_atomics.cuh"
#include "common/kernels/shared_copy.cuh"
#include "common/lesson.h"

using namespace course;

// The same three steps as in chapter 05. Two of them are always alike, and written once.
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

// ---- Many samples for each thread ----

// Each thread counts a run of neighbours. The 32 threads of a warp then read 32 places at the same
// time, each a run away from the next.
template <typename Sample, typename BinOf>
__global__ void histogram_contiguous(const Sample* samples, std::size_t n, BinOf bin_of,
                                     Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  set_to_zero(mine, bins);
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t run = (n + threads - 1) / threads;
  const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * run;
  for (std::size_t i = first; i < first + run && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  commit(mine, counts, bins);
}

constexpr auto contiguous = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, p.coarsening(32));  // a thread for 32 samples
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_contiguous, bytes);
  histogram_contiguous<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                             p.bins);
  return counted_in_blocks(p, grid).at_stride(p.coarsening(32));
};

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
  commit(mine, counts, bins);
}

// Eight blocks for each multiprocessor, whatever n is; with --coarsen a grid that follows from n.
constexpr auto interleaved = [](auto& p) {
  const Grid grid =
      p.asked.coarsening ? p.grid_for(p.n, 256, *p.asked.coarsening) : p.per_multiprocessor(8, 256);
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_interleaved, bytes);
  histogram_interleaved<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                              p.bins);
  return counted_in_blocks(p, grid);
};

// ---- Wide loads, several in flight ----

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

constexpr auto wide = [](auto& p) { return launch(p, histogram_wide<1, kBranch>, p.bins + 1, 1); };
constexpr auto in_flight = [](auto& p) {
  return launch(p, histogram_wide<4, kBranch>, p.bins + 1, 4);
};
constexpr auto spare_bin = [](auto& p) {
  return launch(p, histogram_wide<4, kSpareBin>, p.bins + 1, 4).with_spare_bin(p.n);
};

// ---- A set of counters for each lane ----

// Counter (value, lane) is at value * 32 + lane, so a lane always works in its own bank of shared
// memory and the lanes of a warp never collide. A value is a bin, or one of the 256 of a byte: then
// counting needs no decision, and the commit looks up which bin a value belongs to.
template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(kFullBlock, kFullBlocks)
    histogram_per_lane(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                       unsigned bins) {
  extern __shared__ Count mine[];
  const unsigned values = number_of_values<Sample, BinOf>(bins);
  set_to_zero(mine, 32 * (values + 1));
  count_packs<4, kSpareBin>(samples, n, SampleIsBin(), mine + threadIdx.x % warpSize, values,
                            /*stride=*/32);
  __syncthreads();
  for (unsigned value = threadIdx.x; value < values; value += blockDim.x) {
    // The 32 counters of a value lie in 32 banks. Each thread begins with another one: if all began
    // with the first, all lanes of a warp would want the same bank.
    Count sum = 0;
    for (unsigned k = 0; k < 32; ++k) sum += mine[value * 32 + (value + k) % 32];
    const unsigned bin = bin_of(static_cast<Sample>(value));
    if (bin < bins) atomicAdd(&counts[bin], sum);
  }
}

constexpr auto per_lane = [](auto& p) {
  const Work work = launch(p, histogram_per_lane, std::size_t{32} * (p.values() + 1), 4);
  return committed_by_value(p, work).with_spare_bin(p.n).without_bank_conflicts();
};

// ---- More bins than fit ----

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

int main(int argc, char** argv) {
  HistogramLesson lesson("06_coarsening", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.previous("vs 05", "shared (05)", shared(256));
  lesson.step("contiguous", contiguous);
  lesson.step("interleaved", interleaved);
  lesson.step("wide", wide);
  lesson.step("in_flight", in_flight);
  lesson.step("spare_bin", spare_bin);
  lesson.step("per_lane", per_lane);
  lesson.step("ranges", ranges);
  lesson.choose_by(best_variant);  // --best
  lesson.also_run_with_bytes();
  lesson.sweep("samples per thread", " x", &Options::coarsening, {1, 2, 4, 8, 16, 32, 64, 128});
  lesson.sweep("blocks per multiprocessor", " /", &Options::blocks_per_multiprocessor,
               {1, 2, 3, 4, 6, 8, 16});
  return lesson.run();
}
