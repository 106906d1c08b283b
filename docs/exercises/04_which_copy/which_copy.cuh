// Exercise 04.2: which copy does a warp take?
//
// There are 32 copies of the bins. When each block takes one, 1,024 samples in four blocks use four
// copies, and 256 threads queue at a counter where 32 would have to. Let each warp choose, so that
// the warps of the whole grid take the copies in turn, whatever the size of a block is.

constexpr unsigned kCopies = 32;

// Each copy holds all bins, one copy behind the other.
template <typename Sample, typename BinOf>
__global__ void count_into_copies(const Sample* samples, std::size_t n, BinOf bin_of, Count* copies,
                                  unsigned bins) {
  const unsigned copy = blockIdx.x % kCopies;  // TODO: of this warp, not of its block
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&copies[std::size_t{copy} * bins + bin], 1);
}

__global__ void merge_copies(const Count* copies, Count* counts, unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < std::size_t{kCopies} * bins) atomicAdd(&counts[i % bins], copies[i]);
}

constexpr auto which_copy = [](auto& p) {
  // Beyond it the merge would be longer than the counting.
  if (p.bins > 10000) throw NotApplicable("copies are made of up to 10,000 bins");
  const Grid grid = p.grid_for(p.n, 256);
  const std::size_t counters = std::size_t{kCopies} * p.bins;
  Count* const scratch = p.scratch(counters);
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, counters * sizeof(Count)));
  count_into_copies<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, scratch, p.bins);
  merge_copies<<<blocks_for(counters, 256), 256>>>(scratch, p.counts, p.bins);
};
