// fails by: results
// Samples that are too large count in the last bin.
template <typename Sample, typename BinOf>
__global__ void histogram_by_two(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  const std::size_t first = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  const int last = static_cast<int>(bins) - 1;
  const int left = first < n ? min(static_cast<int>(bin_of(samples[first])), last) : -1;
  const int right = first + 1 < n ? min(static_cast<int>(bin_of(samples[first + 1])), last) : -1;
  if (left == right) {
    if (left >= 0) atomicAdd(&counts[left], 2);
  } else {
    if (left >= 0) atomicAdd(&counts[left], 1);
    if (right >= 0) atomicAdd(&counts[right], 1);
  }
}

constexpr auto stray_samples = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 2);
  histogram_by_two<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
