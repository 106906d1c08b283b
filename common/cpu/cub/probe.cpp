// Compiles when CUB's headers and the shims beside this file fit together; see find_cpu_cub().
#include <cuda_runtime.h>

#include <cub/block/block_histogram.cuh>
#include <cub/device/device_histogram.cuh>

template <cub::BlockHistogramAlgorithm algorithm>
__global__ void count(unsigned* bins) {
  using BlockHistogram = cub::BlockHistogram<unsigned short, 64, 2, 257, algorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  unsigned short items[2] = {0, 256};
  BlockHistogram(storage).Histogram(items, bins);
}

template void count<cub::BLOCK_HISTO_ATOMIC>(unsigned*);
template void count<cub::BLOCK_HISTO_SORT>(unsigned*);
