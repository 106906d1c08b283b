// For stand-ins of cub::Device..., whose own headers launch kernels in a way that only nvcc can
// compile. A program that calls one is told so when it runs.
#pragma once
#include <cub/block/block_histogram.cuh>

#include <cpu_backend/not_here.h>

#define COURSE_CPU_NO_DEVICE_ALGORITHM(Algorithm, function)                            \
  template <class... Arguments>                                                        \
  static cudaError_t function(const Arguments&...) {                                   \
    return ::course::cpu::not_supported(                                               \
        "cub::" #Algorithm " does not run on the CPU backend: its kernels need nvcc"); \
  }
