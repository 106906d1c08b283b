// Chapter 04: private copies of the bins in global memory, and a merge.
//
// In chapter 03 all threads queue at the same few counters. Here every block counts into a copy of
// its own, so only the threads of one block, and of the blocks that share its copy, meet at a
// counter. The number of atomics does not shrink: each sample still does one, and merging the
// copies adds more. What gets shorter is the longest queue at one address.

#include <algorithm>

#include "common/lesson.h"

using namespace course;

// Counts into copy number blockIdx.x % copies. The copies must be zero.
template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned number_of_copies, unsigned bins) {
  Count* const mine = copies + std::size_t{blockIdx.x % number_of_copies} * bins;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&mine[bin], 1);
}

// Adds all copies into counts, one thread per counter of a copy.
__global__ void merge_copies(const Count* copies, unsigned number_of_copies, Count* counts,
                             unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < std::size_t{number_of_copies} * bins) atomicAdd(&counts[i % bins], copies[i]);
}

constexpr unsigned kBlock = 1024;  // large blocks: fewer copies to zero and to merge

// One copy per block, but no more than blocks can be on the device at the same time: two blocks
// that never run together do not disturb each other in one copy.
unsigned copies_for(const Device& device, unsigned blocks) {
  const int resident = device.multiprocessors * device.max_blocks_per_multiprocessor;
  return std::min(blocks, static_cast<unsigned>(resident));
}

template <typename Problem>
void launch_global(const Problem& p) {
  const unsigned block = p.launch.block_or(256);
  histogram_global<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

template <typename Problem>
void launch_private_copies(const Problem& p) {
  const unsigned block = p.launch.block_or(kBlock);
  const unsigned blocks = blocks_for(p.n, block);
  const unsigned copies = copies_for(p.device, blocks);
  const std::size_t counters = std::size_t{copies} * p.bins;
  Count* const workspace = p.workspace.template get<Count>(counters);

  CUDA_CHECK(cudaMemsetAsync(workspace, 0, counters * sizeof(Count)));
  count_into_copies<<<blocks, block>>>(p.samples, p.n, p.bin_of, workspace, copies, p.bins);
  CUDA_CHECK(cudaGetLastError());
  merge_copies<<<blocks_for(counters, 256), 256>>>(workspace, copies, p.counts, p.bins);
  CUDA_CHECK(cudaGetLastError());
}

Ledger one_atomic_per_sample(const HistogramFacts& f) {
  return {f.valid, 0, f.largest_bin};
}

// One atomic per sample as before, and one per counter of each copy. The longest queue is at the
// fullest counter of a copy, or in the merge, where every copy adds to each bin.
Ledger count_and_merge(const HistogramFacts& f) {
  const unsigned block = f.launch.block_or(kBlock);
  const std::uint64_t copies = copies_for(f.device, blocks_for(f.n, block));
  Ledger ledger{f.valid + copies * f.bins, 0, f.fullest_private_bin(block, copies)};
  if (ledger.longest_queue) ledger.longest_queue = std::max(*ledger.longest_queue, copies);
  return ledger;
}

int main(int argc, char** argv) {
  HistogramLesson lesson("04_privatization", argc, argv);
  lesson.baseline("vs 03", "global (03)", one_atomic_per_sample, [](auto& p) { launch_global(p); });
  lesson.step("private_copies", count_and_merge, [](auto& p) { launch_private_copies(p); });
  return lesson.run();
}
