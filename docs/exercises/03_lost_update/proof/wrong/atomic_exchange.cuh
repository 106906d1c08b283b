// fails by: race
// An atomic, and what it writes was read before.
constexpr unsigned kPerThread = 8;  // samples

template <typename Sample, typename BinOf>
__global__ void histogram_of_runs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                  unsigned bins) {
  const std::size_t first = kPerThread * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  unsigned open = 0xFFFFFFFF;  // the bin of the run that goes on; at first none
  Count length = 0;
  for (std::size_t i = first; i < first + kPerThread && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin != open) {
      if (open < bins) atomicAdd(&counts[open], length);
      open = bin;
      length = 0;
    }
    ++length;
  }
  if (open < bins) atomicExch(&counts[open], counts[open] + length);
}

constexpr auto lost_update = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, kPerThread);
  histogram_of_runs<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
