// Exercise 05.4: how narrow may a counter be?
//
// Shared memory limits the number of bins, at 4 bytes a counter. But a block of this kernel counts
// few samples, so several narrow counters could share each 32-bit word. Adding a 1 at the place of
// one of them leaves its neighbours alone, as long as none overflows: then it carries into the
// next.

constexpr unsigned kPerWord = 1;  // TODO: how many counters can share a word?

template <typename Sample, typename BinOf>
__global__ void histogram_narrow(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ unsigned words[];
  const unsigned number_of_words = (bins + kPerWord - 1) / kPerWord;
  for (unsigned k = threadIdx.x; k < number_of_words; k += blockDim.x) words[k] = 0;
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&words[bin], 1u);  // TODO: in which word, and at which place in it?
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], words[bin]);  // TODO: this counter without its neighbours
  }
}

constexpr auto narrow = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);  // --block asks for up to 1,024
  const std::size_t words = (std::size_t{p.bins} + kPerWord - 1) / kPerWord;
  const std::size_t bytes = words * sizeof(unsigned);
  p.allow_shared_memory(histogram_narrow, bytes);
  histogram_narrow<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
};
