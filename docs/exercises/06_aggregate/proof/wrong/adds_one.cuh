// fails by: results
// The leader adds for itself alone.
__device__ unsigned lanes_of_warp() {
  const unsigned lanes = blockDim.x - threadIdx.x / 32 * 32;
  return lanes >= 32 ? 0xFFFFFFFFu : (1u << lanes) - 1;
}

template <typename Sample, typename BinOf>
__global__ void histogram_aggregated(const Sample* samples, std::size_t n, BinOf bin_of,
                                     Count* counts, unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // No early return: all lanes of the warp take part in the vote. Without a sample: an invalid bin.
  const unsigned bin = i < n ? bin_of(samples[i]) : 0xFFFFFFFFu;
  const unsigned group = __match_any_sync(lanes_of_warp(), bin);
  const unsigned leader = __ffs(static_cast<int>(group)) - 1;
  const unsigned together = 1;
  if (threadIdx.x % 32 == leader && bin < bins) atomicAdd(&counts[bin], together);
}

constexpr auto aggregate = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  histogram_aggregated<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
