// cub::DeviceHistogram in place of CUB's own, which launches kernels in a way that only nvcc can
// compile. A program that calls it is told so when it runs.
#pragma once
#include <cuda_runtime.h>

#include <cub/block/block_histogram.cuh>

#include <cpu_backend/not_here.h>

CUB_NAMESPACE_BEGIN

struct DeviceHistogram {
  template <class... Arguments>
  static cudaError_t HistogramEven(const Arguments&...) {
    return ::course::cpu::not_supported(
        "cub::DeviceHistogram does not run on the CPU backend: its kernels need nvcc");
  }
};

CUB_NAMESPACE_END
