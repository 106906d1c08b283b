// Exit status 0 when CUB's headers and the shims beside this file fit together: this compiles, and
// both algorithms count right on the CPU backend. See find_cpu_cub().
#include <cuda_runtime.h>

#include <cub/block/block_histogram.cuh>
#include <cub/device/device_histogram.cuh>

constexpr int kThreads = 64, kItems = 2, kBins = 257;

// Thread t brings bins t and 256.
template <cub::BlockHistogramAlgorithm kAlgorithm>
__global__ void count(unsigned* bins) {
  using BlockHistogram = cub::BlockHistogram<unsigned short, kThreads, kItems, kBins, kAlgorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  __shared__ unsigned mine[kBins];
  unsigned short items[kItems] = {static_cast<unsigned short>(threadIdx.x), kBins - 1};
  BlockHistogram(storage).Histogram(items, mine);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) bins[bin] = mine[bin];
}

template <cub::BlockHistogramAlgorithm kAlgorithm>
bool counts_right() {
  unsigned* bins = nullptr;
  unsigned host[kBins] = {};
  if (cudaMalloc(&bins, sizeof(host)) != cudaSuccess) return false;
  count<kAlgorithm><<<1, kThreads>>>(bins);
  if (cudaMemcpy(host, bins, sizeof(host), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  for (int bin = 0; bin < kBins; ++bin) {
    const unsigned want = bin < kThreads ? 1 : bin == kBins - 1 ? kThreads : 0;
    if (host[bin] != want) return false;
  }
  return true;
}

int main() {
  return counts_right<cub::BLOCK_HISTO_ATOMIC>() && counts_right<cub::BLOCK_HISTO_SORT>() ? 0 : 1;
}
