// fails by: work
// A grid with a thread for each pair.
template <typename Sample, typename BinOf>
__global__ void histogram_pairs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t first = 2 * thread; first < n; first += 2 * threads) {
    for (std::size_t i = first; i < first + 2 && i < n; ++i) {
      const unsigned bin = bin_of(samples[i]);
      if (bin < bins) atomicAdd(&mine[bin], 1);
    }
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

// As many blocks as n asks for.
constexpr auto grid_stride = [](auto& p) {
  const std::size_t bytes = p.bins * sizeof(Count);
  const Grid grid = p.grid_for(p.n, 256, 2);
  p.allow_shared_memory(histogram_pairs, bytes);
  histogram_pairs<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
