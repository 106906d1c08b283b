// Solution 05.4: how narrow may a counter be?
//
// A block counts one sample per thread, at most 1,024, and all may fall into one bin. That takes 11
// bits, and 32 / 11 = 2 counters fit into a word. They get 16 bits each, since the rest is of no
// use.

constexpr unsigned kPerWord = 2;
constexpr unsigned kBits = 32 / kPerWord;
constexpr unsigned kMostSamples = 1024;  // of one block: one per thread
static_assert(kMostSamples < (1u << kBits), "one bin may get all samples of a block");

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
    if (bin < bins) atomicAdd(&words[bin / kPerWord], 1u << (kBits * (bin % kPerWord)));
  }
  __syncthreads();

  constexpr unsigned kMask = (1u << kBits) - 1;
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], words[bin / kPerWord] >> (kBits * (bin % kPerWord)) & kMask);
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
