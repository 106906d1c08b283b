// Exercise 04.1: eight copies of each counter, side by side.
//
// In chapter 04 a block has a copy of all bins. Here each bin has eight counters that are
// neighbours: bin 0 has the counters 0 to 7, bin 1 has 8 to 15. Eight counters are one sector of
// L2, so lanes that mean the same bin need fewer passes. Finish the three steps: clear, count,
// merge.

constexpr unsigned kCopies = 8;

// Adds each sample to its bin in the copy of this thread. Neighbours in a warp have other copies.
template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  [[maybe_unused]] const unsigned copy = threadIdx.x % kCopies;
  if (bin < bins) atomicAdd(&copies[bin], 1);  // TODO: the counter of this bin in this copy
}

// One thread for each counter of the copies.
__global__ void merge_copies([[maybe_unused]] const Count* copies, [[maybe_unused]] Count* counts,
                             unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= std::size_t{kCopies} * bins) return;
  // TODO: add counter i of the copies to its bin in counts, by one atomic, even if it is 0
}

constexpr auto copies = [](auto& p) {
  // Beyond it the merge would be longer than the counting.
  if (p.bins > 10000) throw NotApplicable("copies are made of up to 10,000 bins");
  const Grid grid = p.grid_for(p.n, 256);
  const std::size_t counters = std::size_t{kCopies} * p.bins;
  Count* const scratch = p.scratch(counters);  // TODO: it holds anything, and has to be zero
  count_into_copies<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, scratch, p.bins);
  merge_copies<<<blocks_for(counters, 256), 256>>>(scratch, p.counts, p.bins);
};
