// fails by: work
// Adds for each sample on its own.
template <typename Sample, typename BinOf>
__global__ void histogram_by_two(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t first = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  for (std::size_t i = first; i < first + 2 && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&counts[bin], 1);
  }
}

constexpr auto stray_samples = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 2);
  histogram_by_two<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
