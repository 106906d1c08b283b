// A header of kernels and launches, as a learner writes one; see headers_test.cu.
#pragma once

#include "deeper/block_sum.h"

constexpr int kSumsBlock = 64;

// Each block's sum, through dynamic shared memory.
template <class T>
__global__ void sums_of_blocks(const T* in, T* sums) {
  extern __shared__ T copy[];
  copy[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  const T sum = block_sum(copy, static_cast<int>(blockDim.x));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

template <class T>
void launch_sums(const T* in, T* sums, int blocks) {
  sums_of_blocks<<<blocks, kSumsBlock, kSumsBlock * sizeof(T)>>>(in, sums);
}

// Writes behind its shared array.
template <class T>
__global__ void writes_too_far(int index) {
  __shared__ T values[8];
  T* const through_pointer = values;
  through_pointer[index] = 1;
}
