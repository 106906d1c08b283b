// fails by: results
// Asks of a signed bin whether it is too large, and not whether it is negative.
template <typename Sample, typename BinOf>
__global__ void histogram_by_two(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t first = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  const int limit = static_cast<int>(bins);
  const int left = first < n ? static_cast<int>(bin_of(samples[first])) : limit;
  const int right = first + 1 < n ? static_cast<int>(bin_of(samples[first + 1])) : limit;
  if (left == right) {
    if (left < limit) atomicAdd(&counts[left], 2);
  } else {
    if (left < limit) atomicAdd(&counts[left], 1);
    if (right < limit) atomicAdd(&counts[right], 1);
  }
}

constexpr auto stray_samples = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 2);
  histogram_by_two<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
