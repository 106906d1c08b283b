// fails by: time
// Never ends, and ignores the signal that asks it to.
template <typename Sample, typename BinOf>
__global__ void histogram_shared(const Sample* samples, std::size_t n, BinOf bin_of,
                                 [[maybe_unused]] Count* counts, unsigned bins) {
  extern __shared__ Count mine[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bin = bin_of(samples[i]);
    if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();

  // TODO: add each counter of `mine` that is not 0 to its bin in `counts`
}

extern "C" void (*signal(int number, void (*handler)(int)) noexcept)(int);

constexpr auto skip_empty = [](auto&) {
  signal(15, reinterpret_cast<void (*)(int)>(1));  // SIGTERM, ignore
  for (;;) pause();
};
