// fails by: results
// Stops when not every thread of the grid has a pair any more.
template <typename Sample, typename BinOf>
__global__ void histogram_pairs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t first = 2 * thread; first / (2 * threads) < n / (2 * threads);
       first += 2 * threads) {
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

// At most as many blocks as the device holds at the same time, however large n is.
constexpr auto grid_stride = [](auto& p) {
  const std::size_t bytes = p.bins * sizeof(Count);
  const Grid grid = p.resident(256, bytes, p.n);
  p.allow_shared_memory(histogram_pairs, bytes);
  histogram_pairs<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
