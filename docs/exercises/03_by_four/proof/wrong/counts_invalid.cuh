// fails by: results
// Counts samples that are no bins.
template <typename Sample, typename BinOf>
__global__ void histogram_by_four(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                  unsigned bins) {
  const std::size_t first = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  for (unsigned k = 0; k < 4; ++k) {
    if (first + k >= n) return;
    const unsigned bin = bin_of(samples[first + k]);
    atomicAdd(&counts[bin], 1);
  }
}

constexpr auto by_four = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 4);
  histogram_by_four<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
