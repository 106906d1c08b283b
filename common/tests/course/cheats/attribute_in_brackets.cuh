// fails by: build
// The same, in brackets.
template <typename Sample, typename BinOf>
[[gnu::__no_sanitize_thread__]] __global__ void histogram_shared(const Sample* samples,
                                                                 std::size_t n, BinOf bin_of,
                                                                 Count* counts, unsigned bins) {
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
    if (mine[bin] > 0) counts[bin] += mine[bin];
  }
}

constexpr auto skip_empty = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_shared, bytes);
  histogram_shared<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
};
