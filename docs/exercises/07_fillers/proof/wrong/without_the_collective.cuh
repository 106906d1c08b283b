// fails by: work
// No tile, no collective: one atomic in global memory for each sample.
template <typename Sample, typename BinOf>
__global__ void histogram_tile(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                               unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto fillers = [](auto& p) {
  if (p.bins > 12288) throw NotApplicable("compiled for at most 12,288 bins");
  const Grid grid = p.grid_for(p.n, 256);
  histogram_tile<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
