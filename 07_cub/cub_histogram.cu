// Chapter 07: the same histogram from CUB's building blocks.
//
// cub::BlockHistogram is a collective: all threads of a block call it together, each with a fixed
// number of samples. Real data is not so regular. The last tile is only partly filled, and samples
// may be invalid anywhere. The answer is one more bin: every thread always brings all its samples,
// and those that do not count go to bin 256, which nobody commits.

#include <cub/block/block_histogram.cuh>
#include <cub/device/device_histogram.cuh>
#include <cub/version.cuh>
#include <limits>
#include <string>

#include "common/kernels/global_atomics.cuh"
#include "common/kernels/spare_bin.cuh"
#include "common/lesson.h"

using namespace course;

constexpr int kThreads = 256;  // known when compiling, as CUB needs it
constexpr int kItems = 16;     // samples per thread and tile
constexpr int kTile = kThreads * kItems;
constexpr int kBins = 256;
constexpr int kInvalidBin = kBins;             // the 257th bin
constexpr unsigned kMostDeviceBins = 1 << 20;  // at 2^24, CUB 3.0.1 used memory outside its own

// The type in which a bin number is handed to CUB.
using Item = unsigned short;
static_assert(std::numeric_limits<Item>::max() >= kInvalidBin,
              "257 bins need an item type wider than 8 bits: bin 256 must not wrap to 0");

template <typename Problem>
void require_compiled_sizes(const Problem& p) {
  if (p.bins > kBins) throw NotApplicable("compiled for at most 256 bins");
  if (p.threads(kThreads) != kThreads) throw NotApplicable("compiled for blocks of 256");
}

// This thread's samples of one tile as bin numbers, 16 loads in flight. What is behind the end or
// outside the bins becomes `filler`. Neighbouring threads read neighbouring samples.
template <typename Sample, typename BinOf>
__device__ void load_items(const Sample* samples, std::size_t n, std::size_t tile, BinOf bin_of,
                           unsigned bins, Item filler, Item (&items)[kItems]) {
  const std::size_t first = tile * kTile + threadIdx.x;
  if (tile * kTile + kTile <= n) {
    for (int k = 0; k < kItems; ++k) {
      const unsigned bin = bin_of(samples[first + k * kThreads]);
      items[k] = bin < bins ? static_cast<Item>(bin) : filler;
    }
  } else {
    for (int k = 0; k < kItems; ++k) {
      const std::size_t i = first + k * kThreads;
      const unsigned bin = i < n ? bin_of(samples[i]) : bins;
      items[k] = bin < bins ? static_cast<Item>(bin) : filler;
    }
  }
}

// One tile per block, 257 bins. Every thread calls the collective with all its items: called by the
// valid threads only, it would wait at its barriers for threads that never come, or go on without.
template <cub::BlockHistogramAlgorithm kAlgorithm, typename Sample, typename BinOf>
__global__ void histogram_one_tile(const Sample* samples, std::size_t n, BinOf bin_of,
                                   Count* counts, unsigned bins) {
  using BlockHistogram = cub::BlockHistogram<Item, kThreads, kItems, kBins + 1, kAlgorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  __shared__ Count mine[kBins + 1];
  Item items[kItems];
  load_items(samples, n, blockIdx.x, bin_of, bins, kInvalidBin, items);
  BlockHistogram(storage).Histogram(items, mine);  // zeroes mine, then counts
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += kThreads) atomicAdd(&counts[bin], mine[bin]);
}

constexpr auto kAtomic = cub::BLOCK_HISTO_ATOMIC;
constexpr auto kSort = cub::BLOCK_HISTO_SORT;

// A thread asks for all its items before it counts the first. ATOMIC does a shared atomic for each,
// those of the 257th bin included. SORT needs none, and sorting is work that no count tells of.
template <typename Problem>
Work counted_by(cub::BlockHistogramAlgorithm algorithm, const Problem& p, Grid grid,
                std::uint64_t items) {
  const Work work = counted_in_blocks(p, grid).with_in_flight(kItems * sizeof *p.samples);
  return algorithm == kSort ? work.with_shared_atomics(0).and_other_work()
                            : work.with_shared_atomics(items);
}

template <cub::BlockHistogramAlgorithm kAlgorithm>
auto one_tile() {
  return [](auto& p) {
    require_compiled_sizes(p);
    const Grid grid{blocks_for(p.n, kTile), kThreads};
    histogram_one_tile<kAlgorithm>
        <<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
    return counted_by(kAlgorithm, p, grid, std::uint64_t{grid.blocks} * kTile);
  };
}

// The form with 256 bins: what is missing in the last tile is filled with 0, and taken off bin 0
// again. It knows how many samples lie behind the end, and nothing of invalid ones before it.
template <typename Sample, typename BinOf>
__global__ void histogram_zero_fill(const Sample* samples, std::size_t n, BinOf bin_of,
                                    Count* counts, unsigned bins) {
  using BlockHistogram =
      cub::BlockHistogram<Item, kThreads, kItems, kBins, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename BlockHistogram::TempStorage storage;
  __shared__ Count mine[kBins];
  Item items[kItems];
  load_items(samples, n, blockIdx.x, bin_of, bins, 0, items);
  BlockHistogram(storage).Histogram(items, mine);
  __syncthreads();
  const std::size_t end = std::size_t{blockIdx.x} * kTile + kTile;
  if (threadIdx.x == 0 && end > n) mine[0] -= static_cast<Count>(end - n);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += kThreads) atomicAdd(&counts[bin], mine[bin]);
}

constexpr auto zero_fill = [](auto& p) {
  require_compiled_sizes(p);
  const Grid grid{blocks_for(p.n, kTile), kThreads};
  histogram_zero_fill<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_by(kAtomic, p, grid, std::uint64_t{grid.blocks} * kTile);
};

__host__ __device__ std::size_t tiles_of(std::size_t n) { return (n + kTile - 1) / kTile; }

// Counts many tiles into one set of bins: zeroed once, then Composite adds tile after tile.
template <cub::BlockHistogramAlgorithm kAlgorithm, typename Sample, typename BinOf>
__device__ void count_tiles(const Sample* samples, std::size_t n, BinOf bin_of, unsigned bins,
                            Count (&mine)[kBins + 1]) {
  using BlockHistogram = cub::BlockHistogram<Item, kThreads, kItems, kBins + 1, kAlgorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  BlockHistogram(storage).InitHistogram(mine);
  for (std::size_t tile = blockIdx.x; tile < tiles_of(n); tile += gridDim.x) {
    Item items[kItems];
    load_items(samples, n, tile, bin_of, bins, kInvalidBin, items);
    __syncthreads();  // the storage is used again, and the bins must be zero before the first tile
    BlockHistogram(storage).Composite(items, mine);
  }
  __syncthreads();
}

template <cub::BlockHistogramAlgorithm kAlgorithm, typename Sample, typename BinOf>
__global__ void histogram_composite(const Sample* samples, std::size_t n, BinOf bin_of,
                                    Count* counts, unsigned bins) {
  __shared__ Count mine[kBins + 1];
  count_tiles<kAlgorithm>(samples, n, bin_of, bins, mine);
  for (unsigned bin = threadIdx.x; bin < bins; bin += kThreads) atomicAdd(&counts[bin], mine[bin]);
}

template <cub::BlockHistogramAlgorithm kAlgorithm>
auto composite() {
  return [](auto& p) {
    require_compiled_sizes(p);
    const Grid grid = p.per_multiprocessor(8, kThreads);
    histogram_composite<kAlgorithm>
        <<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
    return counted_by(kAlgorithm, p, grid, tiles_of(p.n) * kTile);
  };
}

// The same without atomics in global memory: each block leaves its bins in a row of its own ...
template <typename Sample, typename BinOf>
__global__ void histogram_rows(const Sample* samples, std::size_t n, BinOf bin_of, Count* rows,
                               unsigned bins) {
  __shared__ Count mine[kBins + 1];
  count_tiles<cub::BLOCK_HISTO_ATOMIC>(samples, n, bin_of, bins, mine);
  Count* const row = rows + std::size_t{blockIdx.x} * bins;
  for (unsigned bin = threadIdx.x; bin < bins; bin += kThreads) row[bin] = mine[bin];
}

// ... and one block per bin adds up that bin's column.
constexpr unsigned kMergers = 128;  // threads, with a shared atomic each
__global__ void merge_by_bin(const Count* rows, unsigned number_of_rows, Count* counts,
                             unsigned bins) {
  __shared__ Count total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  Count sum = 0;
  for (unsigned row = threadIdx.x; row < number_of_rows; row += blockDim.x) {
    sum += rows[std::size_t{row} * bins + blockIdx.x];
  }
  atomicAdd(&total, sum);
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

constexpr auto composite_merge = [](auto& p) {
  require_compiled_sizes(p);
  const Grid grid = p.per_multiprocessor(8, kThreads);
  Count* const rows = p.scratch(std::size_t{grid.blocks} * p.bins);
  histogram_rows<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, rows, p.bins);
  merge_by_bin<<<p.bins, kMergers>>>(rows, grid.blocks, p.counts, p.bins);
  return Work()
      .with_shared_atomics(tiles_of(p.n) * kTile + std::uint64_t{p.bins} * kMergers)
      .with_in_flight(kItems * sizeof *p.samples)
      .in_launches(2);
};

// The finish line: one call of the library. Asked without memory it tells how much it needs.
constexpr auto device_histogram = [](auto& p) {
  if constexpr (std::is_same_v<decltype(p.bin_of), LettersByFour>) {
    throw NotApplicable("HistogramEven counts ranges of equal width, and letters are none");
  } else {
    if (p.bins > kMostDeviceBins) throw NotApplicable("more than 2^20 bins are not asked of it");
    const int lowest = 0, highest = static_cast<int>(p.bins), levels = highest + 1;  // boundaries
    const long long n = static_cast<long long>(p.n);
    std::size_t bytes = 0;
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(nullptr, bytes, p.samples, p.counts, levels,
                                                   lowest, highest, n));
    void* const storage = p.scratch((bytes + sizeof(Count) - 1) / sizeof(Count));
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(storage, bytes, p.samples, p.counts, levels,
                                                   lowest, highest, n));
  }
};

int main(int argc, char** argv) {
  HistogramLesson lesson("07_cub", argc, argv);
  lesson.note("CUB " + std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) +
              "." + std::to_string(CUB_SUBMINOR_VERSION));
  lesson.baseline("vs 03", "global (03)", global);
  lesson.previous("vs 06", "spare_bin (06)", spare_bin);
  lesson.step("tile_atomic", one_tile<kAtomic>());
  lesson.step("tile_sort", one_tile<kSort>());
  lesson.valid_only_step("zero_fill", zero_fill);
  lesson.step("composite_atomic", composite<kAtomic>());
  lesson.step("composite_sort", composite<kSort>());
  lesson.step("composite_merge", composite_merge);
  lesson.step("device_histogram", device_histogram);
  lesson.also_run_with_invalid_samples();
  return lesson.run();
}
