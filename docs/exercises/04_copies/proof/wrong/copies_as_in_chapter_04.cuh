// fails by: work
// The copies of chapter 04, one behind the other: as many atomics and as short queues, but the
// eight counters of a bin lie in eight sectors.

constexpr unsigned kCopies = 8;

// Adds each sample to its bin in the copy of this thread. Neighbours in a warp have other copies.
template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  const unsigned copy = threadIdx.x % kCopies;
  if (bin < bins) atomicAdd(&copies[std::size_t{copy} * bins + bin], 1);
}

// One thread for each counter of the copies.
__global__ void merge_copies(const Count* copies, Count* counts, unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= std::size_t{kCopies} * bins) return;
  atomicAdd(&counts[i % bins], copies[i]);
}

constexpr auto copies = [](auto& p) {
  // Beyond it the merge would be longer than the counting.
  if (p.bins > 10000) throw NotApplicable("copies are made of up to 10,000 bins");
  const Grid grid = p.grid_for(p.n, 256);
  const std::size_t counters = std::size_t{kCopies} * p.bins;
  Count* const scratch = p.scratch(counters);
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, counters * sizeof(Count)));
  count_into_copies<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, scratch, p.bins);
  merge_copies<<<blocks_for(counters, 256), 256>>>(scratch, p.counts, p.bins);
};
