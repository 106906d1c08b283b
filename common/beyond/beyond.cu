// Beyond chapter 06: so many bins that ranges of them read the samples too often.
//
// Samples are partitioned first, by the upper bits of their bins: tile by tile, in shared memory.
// Of a sample only the lower bits are kept, in two bytes. Then the parts are counted one by one.
// Its bins fit into shared memory, so memory is read once and a half and written half a time,
// however many bins there are.
#include "common/kernels/global_atomics.cuh"
#include "common/kernels/spare_bin.cuh"
#include "common/lesson.h"

using namespace course;

constexpr unsigned kParts = 32;  // one for each lane of the warp that finds out where they begin
constexpr unsigned kPartBits = 15, kPartBins = 1u << kPartBits;
constexpr unsigned kMostBins = kParts * kPartBins;

constexpr unsigned kThreads = 512, kItems = 16, kTile = kThreads * kItems;
using Eight = Pack<unsigned short>;             // eight remainders, 16 bytes
constexpr unsigned kRoom = kTile / 8 + kParts;  // of a tile, whose parts begin at whole packs

// The tiles as the first kernel leaves them to the second.
struct Tiles {
  Eight* packs;        // kRoom for each tile
  unsigned* index;     // of part p in tile t at p * number + t: its first pack and its samples
  Count* part_counts;  // the samples of each part, in all tiles
  unsigned number;
};

// ---- First kernel: partition ----

// The sum over the lanes up to this one.
__device__ unsigned sum_up_to_lane(unsigned value) {
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned below = __shfl_up_sync(0xFFFFFFFFu, value, distance);
    if (threadIdx.x % 32 >= distance) value += below;
  }
  return value;
}

// Where a pack of the sorted tile lies in shared memory. Lanes often write a power of two of packs
// apart: this moves them to different banks.
__device__ unsigned scattered(unsigned pack) { return pack ^ (pack / 32 % 8); }

// This thread's samples of a tile as bins; kMostBins for an invalid one and behind the end.
template <typename Sample, typename BinOf>
__device__ void load_bins(const Pack<Sample>* packs, std::size_t number, unsigned tile,
                          BinOf bin_of, unsigned bins, unsigned (&items)[kItems]) {
  constexpr int kWidth = Pack<Sample>::kWidth, kPacks = kItems / kWidth;
  Pack<Sample> pack[kPacks];
  const std::size_t first = std::size_t{tile} * (kTile / kWidth) + threadIdx.x;
  for (int load = 0; load < kPacks; ++load) {
    const std::size_t i = first + load * kThreads;
    if (i < number) pack[load] = packs[i];
    for (int k = 0; k < kWidth; ++k) {
      const unsigned bin = i < number ? bin_of(pack[load][k]) : bins;
      items[load * kWidth + k] = bin < bins ? bin : kMostBins;
    }
  }
}

template <typename Sample, typename BinOf>
__global__ void __launch_bounds__(kThreads, 2)
    partition_tiles(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                    unsigned bins, Tiles tiles) {
  __shared__ Eight sorted[kRoom];
  __shared__ unsigned counters[(kParts + 1) * 32];  // (part, lane); the last part is invalid
  __shared__ unsigned sizes[kParts], starts[kParts];
  auto* const remainders = reinterpret_cast<unsigned short*>(sorted);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Split split = split_into_packs(samples, n);
  const auto* packs = reinterpret_cast<const Pack<Sample>*>(samples + split.head);
  if (blockIdx.x == 0 && threadIdx.x < split.head + split.tail) {  // fewer than 32 samples
    const unsigned bin = bin_of(samples[split.loose(threadIdx.x, Pack<Sample>::kWidth)]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }

  Count in_part = 0;  // of warp 0: the samples of part `lane`
  unsigned items[kItems];
  load_bins(packs, split.packs, blockIdx.x, bin_of, bins, items);
  for (unsigned tile = blockIdx.x; tile < tiles.number; tile += gridDim.x) {
    set_to_zero(counters, (kParts + 1) * 32);
    for (unsigned& item : items) {  // its number among those of the same part and lane
      const unsigned number = atomicAdd(&counters[(item >> kPartBits) * 32 + lane], 1);
      item |= number << 21;
      static_assert(kMostBins < 1 << 21 && kTile / 32 <= 1 << 11, "both fit into 32 bits");
    }
    __syncthreads();
    for (unsigned part = warp; part < kParts; part += kThreads / 32) {
      const unsigned own = counters[part * 32 + lane], sum = sum_up_to_lane(own);
      counters[part * 32 + lane] = sum - own;
      if (lane == 31) sizes[part] = sum;
    }
    __syncthreads();
    if (warp == 0) {
      const unsigned own = (sizes[lane] + 7) / 8, start = sum_up_to_lane(own) - own;
      starts[lane] = start;
      tiles.index[std::size_t{lane} * tiles.number + tile] = start << 16 | sizes[lane];
      in_part += sizes[lane];
    }
    __syncthreads();
    for (const unsigned item : items) {
      const unsigned bin = item % (1 << 21), part = bin >> kPartBits;
      if (part == kParts) continue;
      const unsigned place = starts[part] * 8 + counters[part * 32 + lane] + (item >> 21);
      remainders[scattered(place / 8) * 8 + place % 8] = bin % kPartBins;
    }
    // The next tile is on its way while this one is written.
    load_bins(packs, split.packs, tile + gridDim.x, bin_of, bins, items);
    __syncthreads();
    const unsigned used = starts[kParts - 1] + (sizes[kParts - 1] + 7) / 8;
    for (unsigned k = threadIdx.x; k < used; k += kThreads) {
      tiles.packs[std::size_t{tile} * kRoom + k] = sorted[scattered(k)];
    }
    __syncthreads();
  }
  if (warp == 0) atomicAdd(&tiles.part_counts[lane], in_part);
}

// ---- Second kernel: count part by part ----

// What a part costs, in samples: those it has, and the way to its run in each tile.
__device__ std::size_t cost_of(const Tiles& tiles, unsigned part) {
  constexpr std::size_t kRunCost = 96;  // measured
  const std::size_t samples = tiles.part_counts[part];
  return samples == 0 ? 0 : samples + kRunCost * tiles.number;
}

// The samples of one run, by kRunLanes neighbouring lanes, four packs of each in flight.
constexpr unsigned kRunLanes = 8;
__device__ void count_run(const Eight* packs, unsigned samples, Count* counters) {
  constexpr unsigned kInFlight = 4;
  for (unsigned i = threadIdx.x % kRunLanes; i * 8 < samples; i += kInFlight * kRunLanes) {
    Eight pack[kInFlight];
    for (unsigned load = 0; load < kInFlight; ++load) {
      if ((i + load * kRunLanes) * 8 < samples) pack[load] = packs[i + load * kRunLanes];
    }
    for (unsigned load = 0; load < kInFlight; ++load) {
      const unsigned first = (i + load * kRunLanes) * 8;
      for (unsigned k = 0; k < 8; ++k) {
        if (first + k < samples) atomicAdd(&counters[pack[load][k]], 1);
      }
    }
  }
}

// The parts lie on a line, each as long as it costs, and every block takes a piece of the same
// length: a crowded part is shared by many blocks, and small ones are taken by one.
static __global__ void __launch_bounds__(kFullBlock)
    count_parts(Tiles tiles, Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  std::size_t line = 0;
  for (unsigned part = 0; part < kParts; ++part) line += cost_of(tiles, part);
  const std::size_t from = line * blockIdx.x / gridDim.x, to = line * (blockIdx.x + 1) / gridDim.x;
  std::size_t begin = 0, end = 0;
  for (unsigned part = 0; part < kParts; ++part, begin = end) {
    const std::size_t cost = cost_of(tiles, part);
    end = begin + cost;
    if (cost == 0 || to <= begin || from >= end) continue;
    const unsigned first = from <= begin ? 0 : (from - begin) * tiles.number / cost;
    const unsigned last = to >= end ? tiles.number : (to - begin) * tiles.number / cost;
    set_to_zero(mine, kPartBins);
    for (unsigned tile = first + threadIdx.x / kRunLanes; tile < last;
         tile += blockDim.x / kRunLanes) {
      const unsigned run = tiles.index[std::size_t{part} * tiles.number + tile];
      count_run(tiles.packs + std::size_t{tile} * kRoom + (run >> 16), run & 0xFFFF, mine);
    }
    commit(mine, counts + part * kPartBins, min(kPartBins, bins - part * kPartBins));
    __syncthreads();
  }
}

// Returns no work: how many blocks commit a part depends on the samples.
constexpr auto partition = [](auto& p) {
  if (p.bins > kMostBins) throw NotApplicable("compiled for at most 1,048,576 bins");
  Tiles tiles;
  tiles.number = blocks_for(p.n, kTile);
  tiles.packs = reinterpret_cast<Eight*>(p.scratch(std::size_t{tiles.number} * kRoom * 4));
  tiles.index = p.scratch(std::size_t{tiles.number} * kParts);
  tiles.part_counts = p.scratch(kParts);
  const std::size_t bytes = kPartBins * sizeof(Count);
  allow_shared_memory(p.device, count_parts, bytes);
  const unsigned sorters = std::min(p.per_multiprocessor(2, kThreads).blocks, tiles.number);
  const unsigned counters = p.device.multiprocessors;

  CUDA_CHECK(cudaMemsetAsync(tiles.part_counts, 0, kParts * sizeof(Count)));
  partition_tiles<<<sorters, kThreads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins, tiles);
  count_parts<<<counters, kFullBlock, bytes>>>(tiles, p.counts, p.bins);
};

int main(int argc, char** argv) {
  HistogramLesson lesson("beyond", argc, argv);
  lesson.baseline("vs 03", "global (03)", global);
  lesson.previous("vs 06", "ranges (06)", ranges);
  lesson.step("partition", partition);
  return lesson.run();
}
