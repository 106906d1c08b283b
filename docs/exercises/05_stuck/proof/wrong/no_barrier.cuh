// fails by: race
// Nobody waits any more.
constexpr unsigned kRounds = 4;

template <typename Sample, typename BinOf>
__global__ void histogram_rounds(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();  // nobody counts before all counters are zero

  std::size_t i = std::size_t{blockIdx.x} * blockDim.x * kRounds + threadIdx.x;
  if (i < n) {
    for (unsigned round = 0; round < kRounds && i < n; ++round) {
      const unsigned bin = bin_of(samples[i]);
      if (bin < bins) atomicAdd(&mine[bin], 1);
      i += blockDim.x;
    }
  }

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

constexpr auto stuck = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, kRounds);
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_rounds, bytes);
  histogram_rounds<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                         p.bins);
};
