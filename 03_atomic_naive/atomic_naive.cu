// Chapter 03: count samples into bins with atomic operations on global memory.
//
// A histogram is the first kernel whose threads write to the same place. It begins with a kernel
// that looks right and is wrong: `counts[bin]++` is a read, an add and a write, and two threads
// that do this at the same time lose one of their updates. An atomic add cannot lose any.

#include <algorithm>

#include "common/lesson.h"

using namespace course;

// The CPU's own loop, to know what a GPU has to beat.
template <typename Sample, typename BinOf>
void histogram_serial(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                      unsigned bins) {
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) ++counts[bin];
  }
}

// WRONG on purpose: threads that meet in a bin overwrite each other's count.
template <typename Sample, typename BinOf>
__global__ void histogram_racy(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                               unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) counts[bin]++;
}

// The right kernel is histogram_global in common/kernels/histogram_global.cuh: the line above with
// atomicAdd(&counts[bin], 1). It lives there because every later chapter starts from it.

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
  // The few samples before and behind the packs, one per thread.
  if (thread < split.head + split.tail) {
    const unsigned bin = bin_of(samples[split.loose(thread, kWidth)]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

// The largest bin that occurs, for a program that is not told the number of bins. Each thread looks
// at many samples and does one atomic at the end.
template <typename Sample, typename BinOf>
__global__ void find_largest_bin(const Sample* samples, std::size_t n, BinOf bin_of,
                                 unsigned* largest) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned bin = bin_of(samples[i]);
    const bool valid = bin < kMaxBins;
    if (valid && bin > mine) mine = bin;
  }
  atomicMax(largest, mine);
}

// The launches. `p` is the problem that the harness hands to each variant.

constexpr unsigned kBlock = 256;  // threads in a block, unless --block says otherwise

template <typename Problem>
void count_serially_on_the_cpu(const Problem& p) {
  histogram_serial(p.samples, p.n, p.bin_of, p.counts, p.bins);
}

template <typename Problem>
void launch_racy(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  const unsigned blocks = blocks_for(p.n, block);
  histogram_racy<<<blocks, block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  const unsigned blocks = blocks_for(p.n, block);
  histogram_global<<<blocks, block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_vector(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  const std::size_t width = 16 / sizeof(*p.samples);
  const unsigned blocks = blocks_for(p.n / width + 2 * width, block);  // the packs, and the rest
  histogram_global_vector<<<blocks, block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

unsigned blocks_of_max_pass(const Device& device) {
  return 8u * device.multiprocessors;
}

// Finds the number of bins first: one more pass over the samples, and a wait for its result,
// because the host needs it for the next launch.
template <typename Problem>
void launch_max_pass(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  unsigned* const largest = p.workspace.template get<unsigned>(1);
  CUDA_CHECK(cudaMemsetAsync(largest, 0, sizeof(unsigned)));
  const unsigned blocks = blocks_of_max_pass(p.device);
  find_largest_bin<<<blocks, block>>>(p.samples, p.n, p.bin_of, largest);
  CUDA_CHECK(cudaGetLastError());
  unsigned found = 0;
  CUDA_CHECK(cudaMemcpy(&found, largest, sizeof found, cudaMemcpyDeviceToHost));
  const unsigned bins = found < p.bins ? found + 1 : p.bins;
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, bins);
  CUDA_CHECK(cudaGetLastError());
}

// What the ledger must say. Every valid sample is one atomic, and the samples of the fullest bin
// queue at one address.
Ledger one_atomic_per_sample(const HistogramFacts& f) {
  return {f.valid, 0, f.largest_bin};
}

Ledger with_max_pass(const HistogramFacts& f) {
  const std::uint64_t threads =
      std::uint64_t{blocks_of_max_pass(f.device)} * f.launch.block_or(kBlock);
  return {f.valid + threads, 0, std::max(f.largest_bin, threads)};
}

int main(int argc, char** argv) {
  HistogramLesson lesson("03_atomic_naive", argc, argv);
  lesson.host_step("serial", [](auto& p) { count_serially_on_the_cpu(p); });
  lesson.racy_step("racy", [](auto& p) { launch_racy(p); });
  lesson.baseline("speedup", "{type}", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.step("{vector}", one_atomic_per_sample, [](auto& p) { launch_vector(p); });
  lesson.step("{type}_max_pass", with_max_pass, [](auto& p) { launch_max_pass(p); });
  lesson.also_run({"as many bins as samples", "", [](Options& options, const Device&) {
                     options.n = std::size_t{1} << (backend_has_gpu_times() ? 26 : 18);
                     options.bins = options.n;
                   }});
  return lesson.run();
}
