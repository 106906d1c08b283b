// fails by: results
// Only threads that have a sample call the collective.
constexpr unsigned kMostBins = 12288;  // all of the 48 KiB that a block has without asking
constexpr int kItems = 4;

// Given: a collective, in the manner of CUB's. All threads of the block call it together, each with
// kItems items, all of them bins: it looks at none. It zeroes the counters, then counts.
__device__ void count_tile(const unsigned (&items)[kItems], Count* counters, unsigned bins) {
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) counters[bin] = 0;
  __syncthreads();
  for (int k = 0; k < kItems; ++k) atomicAdd(&counters[items[k]], 1);
  __syncthreads();
}

template <typename Sample, typename BinOf>
__global__ void histogram_tile(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                               unsigned bins) {
  __shared__ Count mine[kMostBins];
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * kItems + threadIdx.x;
  unsigned items[kItems];
  unsigned fillers = 0;
  for (int k = 0; k < kItems; ++k) {
    const std::size_t i = first + std::size_t{blockDim.x} * k;
    items[k] = i < n ? bin_of(samples[i]) : bins;
    if (items[k] >= bins) {
      items[k] = 0;
      ++fillers;
    }
  }
  if (first < n) count_tile(items, mine, bins);
  if (fillers > 0) atomicSub(&mine[0], fillers);
  __syncthreads();  // nobody commits bin 0 before all fillers are taken out

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

constexpr auto fillers = [](auto& p) {
  if (p.bins > kMostBins) throw NotApplicable("compiled for at most 12,288 bins");
  const Grid grid = p.grid_for(p.n, 256, kItems);
  histogram_tile<<<grid.blocks, grid.threads>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
