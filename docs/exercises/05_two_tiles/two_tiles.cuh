// Exercise 05.1: two tiles, one after the other, in the same counters.
//
// A block counts two tiles of one sample per thread and commits each, so that no counter gets
// further than one tile. Its threads run at their own pace: one may count into a counter that
// another has not zeroed yet, or commit a counter to which others still add.
// TODO: add the barriers, __syncthreads(), that keep them in step.

template <typename Sample, typename BinOf>
__global__ void histogram_two_tiles(const Sample* samples, std::size_t n, BinOf bin_of,
                                    Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;

  for (unsigned tile = 0; tile < 2; ++tile) {
    const std::size_t i = (2 * std::size_t{blockIdx.x} + tile) * blockDim.x + threadIdx.x;
    if (i < n) {
      const unsigned bin = bin_of(samples[i]);
      if (bin < bins) atomicAdd(&mine[bin], 1);
    }

    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
      atomicAdd(&counts[bin], mine[bin]);
      mine[bin] = 0;
    }
  }
}

constexpr auto two_tiles = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256, 2);  // a block for two tiles
  const std::size_t bytes = p.bins * sizeof(Count);
  p.allow_shared_memory(histogram_two_tiles, bytes);
  histogram_two_tiles<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts,
                                                            p.bins);
};
