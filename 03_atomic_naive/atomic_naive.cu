// Chapter 03: count samples into bins with atomic operations on global memory.
//
// Threads now write to the same place. `counts[bin]++` looks right and is wrong: it reads, adds and
// writes, and of two threads that do so at the same time one is lost. An atomic add loses none.

#include "common/lesson.h"

using namespace course;

// The CPU's own loop, in the host's memory, to know what a GPU has to beat.
constexpr auto serial = [](auto& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    const unsigned bin = p.bin_of(p.samples[i]);
    if (bin < p.bins) ++p.counts[bin];
  }
};

// WRONG on purpose: threads that meet in a bin overwrite each other's count.
template <typename Sample, typename BinOf>
__global__ void histogram_racy(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                               unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) counts[bin]++;
}

// Returns no work: nobody can say what a race does.
constexpr auto racy = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  histogram_racy<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};

// One thread per sample, and an atomic add if the sample is valid: outside the bins nothing counts.
template <typename Sample, typename BinOf>
__global__ void histogram_global(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto global = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  histogram_global<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  return counted_in_global_memory(p);
};

// The same atomics with wide loads: each thread reads 16 bytes of samples at once.
template <typename Sample, typename BinOf>
__global__ void histogram_global_vector(const Sample* samples, std::size_t n, BinOf bin_of,
                                        Count* counts, unsigned bins) {
  constexpr int kWidth = Pack<Sample>::kWidth;
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(samples, n);
  if (thread < split.packs) {
    const auto* packs = reinterpret_cast<const Pack<Sample>*>(samples + split.head);
    const Pack<Sample> pack = packs[thread];
    for (int k = 0; k < kWidth; ++k) {
      const unsigned bin = bin_of(pack[k]);
      if (bin < bins) atomicAdd(&counts[bin], 1);
    }
  }
  if (thread < split.head + split.tail) {
    const unsigned bin = bin_of(samples[split.loose(thread, kWidth)]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

constexpr auto vector = [](auto& p) {
  const std::size_t width = 16 / sizeof *p.samples;
  // A thread for each pack. The first ones also take the few samples beside the packs.
  const Grid grid = p.grid_for(p.n / width + 2 * width, 256);
  histogram_global_vector<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
  return counted_in_global_memory(p);
};

// The largest bin that occurs, for a program that is not told the number of bins.
template <typename Sample, typename BinOf>
__global__ void find_largest_bin(const Sample* samples, std::size_t n, BinOf bin_of,
                                 unsigned* largest) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < kMaxBins && bin > mine) mine = bin;  // an invalid sample gives more
  }
  atomicMax(largest, mine);
}

// One more pass over the samples, and a wait for its result: the host needs it for the next launch.
constexpr auto max_pass = [](auto& p) {
  const Grid grid = p.per_multiprocessor(8, 256);
  unsigned* const largest = p.scratch(1);
  CUDA_CHECK(cudaMemsetAsync(largest, 0, sizeof *largest));
  find_largest_bin<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, largest);
  unsigned found = 0;
  CUDA_CHECK(cudaMemcpy(&found, largest, sizeof found, cudaMemcpyDeviceToHost));
  const unsigned bins = found < p.bins ? found + 1 : p.bins;  // no more than there are counters
  const Grid all = p.grid_for(p.n, 256);
  histogram_global<<<all.blocks, all.threads>>>(p.samples, p.n, p.bin_of, p.counts, bins);
  return counted_in_global_memory(p)
      .and_at_one_address(grid.blocks * grid.threads)
      .after_a_look_at_all()
      .in_launches(3, 1);
};

int main(int argc, char** argv) {
  HistogramLesson lesson("03_atomic_naive", argc, argv);
  lesson.host_step("serial", serial);
  lesson.racy_step("racy", racy);
  // {type} is printed as i32, u16 or u8, {vector} as i32x4, u16x8 or u8x16.
  lesson.baseline("speedup", "{type}", global);
  lesson.step("{vector}", vector);
  lesson.step("{type}_max_pass", max_pass);
  lesson.also_run_as_many_bins_as_samples();
  return lesson.run();
}
