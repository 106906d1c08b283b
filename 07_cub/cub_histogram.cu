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
#include <type_traits>

#include "common/lesson.h"

using namespace course;

constexpr int kThreads = 256;  // known when compiling, as CUB needs it
constexpr int kItems = 16;     // samples per thread and tile
constexpr int kTile = kThreads * kItems;
constexpr int kBins = 256;
constexpr int kInvalidBin = kBins;             // the 257th bin
constexpr unsigned kMostDeviceBins = 1 << 20;  // at 2^24, CUB 3.0.1 left its memory on an H200

// The type in which a bin number is handed to CUB. In 8 bits, bin 256 would wrap around to bin 0
// and spoil it without a word.
template <typename T>
struct ItemFor257Bins {
  static_assert(std::numeric_limits<T>::max() >= kInvalidBin,
                "257 bins need an item type wider than 8 bits: bin 256 must not wrap to 0");
  using Type = T;
};
using Item = ItemFor257Bins<unsigned short>::Type;

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

// Counts many tiles into one set of bins: zeroed once, then Composite adds tile after tile.
template <cub::BlockHistogramAlgorithm kAlgorithm, typename Sample, typename BinOf>
__device__ void count_tiles(const Sample* samples, std::size_t n, BinOf bin_of, unsigned bins,
                            Count (&mine)[kBins + 1]) {
  using BlockHistogram = cub::BlockHistogram<Item, kThreads, kItems, kBins + 1, kAlgorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  BlockHistogram(storage).InitHistogram(mine);
  const std::size_t tiles = (n + kTile - 1) / kTile;
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
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

// Chapter 06's kernel, the step before: wide loads, four in flight, one set of bins per warp.
template <typename Sample, typename BinOf>
__device__ void count_pack(const Pack<Sample>& pack, BinOf bin_of, Count* mine, unsigned bins) {
  for (int k = 0; k < Pack<Sample>::kWidth; ++k) {
    const unsigned bin = bin_of(pack[k]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
}

template <typename Sample, typename BinOf>
__global__ void histogram_per_warp(const Sample* samples, std::size_t n, BinOf bin_of,
                                   Count* counts, unsigned bins) {
  constexpr int kWarps = kThreads / 32;
  __shared__ Count sets[kWarps * kBins];
  for (unsigned k = threadIdx.x; k < kWarps * bins; k += kThreads) sets[k] = 0;
  __syncthreads();

  Count* const mine = sets + threadIdx.x / 32 * bins;
  const std::size_t threads = std::size_t{gridDim.x} * kThreads;
  const std::size_t thread = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  const Split split = split_into_packs(samples, n);
  const auto* packs = reinterpret_cast<const Pack<Sample>*>(samples + split.head);
  std::size_t i = thread;
  for (; i + 3 * threads < split.packs; i += 4 * threads) {
    Pack<Sample> pack[4];
    for (int k = 0; k < 4; ++k) pack[k] = packs[i + k * threads];
    for (int k = 0; k < 4; ++k) count_pack(pack[k], bin_of, mine, bins);
  }
  for (; i < split.packs; i += threads) count_pack(packs[i], bin_of, mine, bins);
  for (std::size_t k = thread; k < split.head + split.tail; k += threads) {
    const unsigned bin = bin_of(samples[split.loose(k, Pack<Sample>::kWidth)]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += kThreads) {
    Count sum = 0;
    for (int warp = 0; warp < kWarps; ++warp) sum += sets[warp * bins + bin];
    atomicAdd(&counts[bin], sum);
  }
}

// The launches.

constexpr auto kAtomic = cub::BLOCK_HISTO_ATOMIC;
constexpr auto kSort = cub::BLOCK_HISTO_SORT;

unsigned fixed_blocks(const Device& device, const Launch& launch) {
  return device.multiprocessors * launch.blocks_per_processor_or(8);
}

void require_compiled_sizes(unsigned bins, const Launch& launch) {
  if (bins > kBins) throw NotApplicable("compiled for at most 256 bins");
  if (launch.block_or(kThreads) != kThreads) throw NotApplicable("compiled for blocks of 256");
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_per_warp(const Problem& p) {
  require_compiled_sizes(p.bins, p.launch);
  const unsigned blocks = fixed_blocks(p.device, p.launch);
  histogram_per_warp<<<blocks, kThreads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <cub::BlockHistogramAlgorithm kAlgorithm, typename Problem>
void launch_one_tile(const Problem& p) {
  require_compiled_sizes(p.bins, p.launch);
  const unsigned blocks = blocks_for(p.n, kTile);
  histogram_one_tile<kAlgorithm><<<blocks, kThreads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_zero_fill(const Problem& p) {
  require_compiled_sizes(p.bins, p.launch);
  const unsigned blocks = blocks_for(p.n, kTile);
  histogram_zero_fill<<<blocks, kThreads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <cub::BlockHistogramAlgorithm kAlgorithm, typename Problem>
void launch_composite(const Problem& p) {
  require_compiled_sizes(p.bins, p.launch);
  const unsigned blocks = fixed_blocks(p.device, p.launch);
  histogram_composite<kAlgorithm><<<blocks, kThreads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_merge_by_bin(const Problem& p) {
  require_compiled_sizes(p.bins, p.launch);
  const unsigned blocks = fixed_blocks(p.device, p.launch);
  Count* const rows = p.workspace.template get<Count>(std::size_t{blocks} * p.bins);
  histogram_rows<<<blocks, kThreads>>>(p.samples, p.n, p.bin_of, rows, p.bins);
  CUDA_CHECK(cudaGetLastError());
  merge_by_bin<<<p.bins, 128>>>(rows, blocks, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

// The finish line: a whole device's histogram in one call of the library. Asked without memory it
// tells how much it needs.
template <typename Problem>
void launch_device_histogram(const Problem& p) {
  if constexpr (std::is_same_v<typename Problem::BinOf, LettersByFour>) {
    throw NotApplicable("HistogramEven counts ranges of equal width, and letters are none");
  } else {
    if (p.bins > kMostDeviceBins) throw NotApplicable("more than 2^20 bins are not asked of it");
    const int levels = static_cast<int>(p.bins) + 1;  // boundaries: one more than bins
    const int lowest = 0, highest = static_cast<int>(p.bins);
    const long long n = static_cast<long long>(p.n);
    std::size_t bytes = 0;
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(nullptr, bytes, p.samples, p.counts, levels,
                                                   lowest, highest, n));
    void* const storage = p.workspace.template get<unsigned char>(bytes);
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(storage, bytes, p.samples, p.counts, levels,
                                                   lowest, highest, n));
  }
}

// What the ledger must say. BlockHistogram's ATOMIC algorithm does one shared atomic for every item
// of a tile, those of the 257th bin included; SORT needs none.

std::uint64_t items_of(const HistogramFacts& f) {
  return f.n == 0 ? 0 : std::uint64_t{blocks_for(f.n, kTile)} * kTile;
}

// Sorting a tile is work that no atomic tells of.
Ledger sort_and_commit(const HistogramFacts& f, std::uint64_t blocks) {
  Ledger ledger = block_ledger(f, blocks, kThreads, 0);
  ledger.other_work = true;
  return ledger;
}

Ledger tile_per_block(const HistogramFacts& f) {
  const std::uint64_t blocks = blocks_for(f.n, kTile);
  return block_ledger(f, blocks, kThreads, blocks * kTile);  // one tile even for n = 0
}
Ledger tile_per_block_sorted(const HistogramFacts& f) {
  return sort_and_commit(f, blocks_for(f.n, kTile));
}
Ledger fixed_grid(const HistogramFacts& f) {
  return block_ledger(f, fixed_blocks(f.device, f.launch), kThreads, items_of(f));
}
Ledger fixed_grid_sorted(const HistogramFacts& f) {
  return sort_and_commit(f, fixed_blocks(f.device, f.launch));
}
Ledger fixed_grid_per_warp(const HistogramFacts& f) {
  return block_ledger(f, fixed_blocks(f.device, f.launch), kThreads, f.valid);
}
Ledger merged_by_bin(const HistogramFacts& f) { return {0, items_of(f) + f.bins * 128, 0}; }

int main(int argc, char** argv) {
  HistogramLesson lesson("07_cub", argc, argv);
  lesson.note("CUB " + std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) +
              "." + std::to_string(CUB_SUBMINOR_VERSION));
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.previous("vs 06", "per_warp (06)", fixed_grid_per_warp,
                  [](auto& p) { launch_per_warp(p); });
  lesson.step("tile_atomic", tile_per_block, [](auto& p) { launch_one_tile<kAtomic>(p); });
  lesson.step("tile_sort", tile_per_block_sorted, [](auto& p) { launch_one_tile<kSort>(p); });
  lesson.valid_only_step("zero_fill", tile_per_block, [](auto& p) { launch_zero_fill(p); });
  lesson.step("composite_atomic", fixed_grid, [](auto& p) { launch_composite<kAtomic>(p); });
  lesson.step("composite_sort", fixed_grid_sorted, [](auto& p) { launch_composite<kSort>(p); });
  lesson.step("composite_merge", merged_by_bin, [](auto& p) { launch_merge_by_bin(p); });
  lesson.step("device_histogram", nullptr, [](auto& p) { launch_device_histogram(p); });
  lesson.also_run({"invalid samples scattered anywhere", "", [](Options& options, const Device&) {
                     options.workload = Workload{Workload::Kind::edges};
                   }});
  return lesson.run();
}
