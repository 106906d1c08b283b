// fails by: results
// Reads the last sample again instead of one behind it.
template <typename Sample, typename BinOf>
__global__ void histogram_by_four(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                  unsigned bins) {
  const std::size_t first = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (first >= n) return;
  for (unsigned k = 0; k < 4; ++k) {
    const std::size_t i = first + k < n ? first + k : n - 1;
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

constexpr auto by_four = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 4);
  histogram_by_four<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
