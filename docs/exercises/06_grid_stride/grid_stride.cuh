// Exercise 06.1: a grid that fits the device counts samples of any number.
//
// The launch starts no more blocks than the device holds at the same time, so the number of commits
// stops growing with n. But each thread counts two samples and no more. Let the grid stride over
// the samples, pair by pair, until all are counted, whatever n is.

template <typename Sample, typename BinOf>
__global__ void histogram_pairs(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = 2 * thread;  // TODO: and then the thread's next pair, until the end
  for (std::size_t i = first; i < first + 2 && i < n; ++i) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}

// At most as many blocks as the device holds at the same time, however large n is.
constexpr auto grid_stride = [](auto& p) {
  const std::size_t bytes = p.bins * sizeof(Count);
  const Grid grid = p.resident(256, bytes, p.n);
  p.allow_shared_memory(histogram_pairs, bytes);
  histogram_pairs<<<grid.blocks, grid.threads, bytes>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
};
