// Chapter 05: private copies in shared memory.
//
// Shared memory lies on the multiprocessor itself. A copy of the bins there takes most atomics off
// the L2 cache: a block counts on chip and sends one number per bin to global memory at the end.
// Four steps, with a barrier between them: zero, count, wait, commit.

#include <algorithm>

#include "common/lesson.h"

using namespace course;

constexpr unsigned kStaticBins = 4096;  // 16 KiB of counters

// The size of `mine` is fixed when compiling: simple, but one size for all numbers of bins.
template <typename Sample, typename BinOf>
__global__ void histogram_shared_static(const Sample* samples, std::size_t n, BinOf bin_of,
                                        Count* counts, unsigned bins) {
  __shared__ Count mine[kStaticBins];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();  // nobody counts before all counters are zero

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {  // no early return: every thread must reach the barrier below
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();  // nobody commits before all samples are counted

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

// The same with the size given at launch: `bins` counters, whatever bins is.
template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

// Chapter 04's kernels, the step before.

template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned number_of_copies, unsigned bins) {
  Count* const mine = copies + std::size_t{blockIdx.x % number_of_copies} * bins;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&mine[bin], 1);
}

__global__ void merge_copies(const Count* copies, unsigned number_of_copies, Count* counts,
                             unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < std::size_t{number_of_copies} * bins) atomicAdd(&counts[i % bins], copies[i]);
}

// The launches.

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_private_copies(const Problem& p) {
  const unsigned block = p.launch.block_or(1024);
  const unsigned blocks = blocks_for(p.n, block);
  const unsigned resident = p.device.multiprocessors * p.device.max_blocks_per_multiprocessor;
  const unsigned copies = std::min(blocks, resident);
  const std::size_t counters = std::size_t{copies} * p.bins;
  Count* const workspace = p.workspace.template get<Count>(counters);
  CUDA_CHECK(cudaMemsetAsync(workspace, 0, counters * sizeof(Count)));
  count_into_copies<<<blocks, block>>>(p.samples, p.n, p.bin_of, workspace, copies, p.bins);
  CUDA_CHECK(cudaGetLastError());
  merge_copies<<<blocks_for(counters, 256), 256>>>(workspace, copies, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_shared_static(const Problem& p) {
  if (p.bins > kStaticBins) throw NotApplicable("compiled for at most 4096 bins");
  const unsigned block = p.launch.block_or(256);
  const unsigned blocks = blocks_for(p.n, block);
  histogram_shared_static<<<blocks, block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_shared(const Problem& p, unsigned block) {
  const auto kernel = histogram_shared<typename Problem::Sample, typename Problem::BinOf>;
  const std::size_t bytes = p.bins * sizeof(Count);
  allow_shared_memory(p.device, kernel, bytes);
  kernel<<<blocks_for(p.n, block), block, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_shared_256(const Problem& p) {
  launch_shared(p, p.launch.block_or(256));
}
template <typename Problem>
void launch_shared_1024(const Problem& p) {
  launch_shared(p, p.launch.block_or(1024));
}

// What the ledger must say.

Ledger count_and_merge(const HistogramFacts& f) {
  const unsigned block = f.launch.block_or(1024);
  const std::uint64_t blocks = blocks_for(f.n, block);
  const std::uint64_t resident = f.device.multiprocessors * f.device.max_blocks_per_multiprocessor;
  const std::uint64_t copies = std::min(blocks, resident);
  Ledger ledger{f.valid + copies * f.bins, 0, f.fullest_private_bin(block, copies)};
  ledger.commits = ledger.addresses = copies * f.bins;
  if (ledger.longest_queue) ledger.longest_queue = std::max(*ledger.longest_queue, copies);
  return ledger;
}

// One shared atomic per sample; one global atomic per bin and block.
Ledger commit_per_block(const HistogramFacts& f, unsigned block) {
  return block_ledger(f, blocks_for(f.n, block), block, f.valid);
}
Ledger commit_per_256(const HistogramFacts& f) {
  return commit_per_block(f, f.launch.block_or(256));
}
Ledger commit_per_1024(const HistogramFacts& f) {
  return commit_per_block(f, f.launch.block_or(1024));
}

int main(int argc, char** argv) {
  HistogramLesson lesson("05_shared_memory", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.previous("vs 04", "private_copies (04)", count_and_merge,
                  [](auto& p) { launch_private_copies(p); });
  lesson.step("shared_static", commit_per_256, [](auto& p) { launch_shared_static(p); });
  lesson.step("shared", commit_per_256, [](auto& p) { launch_shared_256(p); });
  lesson.step("shared_1024", commit_per_1024, [](auto& p) { launch_shared_1024(p); });
  return lesson.run();
}
