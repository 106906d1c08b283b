// fails by: results
// A stray sample takes its neighbour with it.
template <typename Sample, typename BinOf>
__global__ void histogram_by_two(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t first = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  const unsigned left = first < n ? bin_of(samples[first]) : bins;
  const unsigned right = first + 1 < n ? bin_of(samples[first + 1]) : bins;
  if (left >= bins || right >= bins) return;
  if (left == right) {
    atomicAdd(&counts[left], 2);
  } else {
    atomicAdd(&counts[left], 1);
    atomicAdd(&counts[right], 1);
  }
}

constexpr auto stray_samples = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 2);
  histogram_by_two<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
