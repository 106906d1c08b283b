// Chapter 01's kernel and launch, word for word: what chapter 02 measures itself against.
#pragma once

#include "common/lesson.h"

namespace course {

// c[i] = a[i] + b[i]. The grid may have more threads than elements; the surplus threads do nothing.
template <typename T>
__global__ void add(const T* a, const T* b, T* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// As many blocks of 256 threads as it takes. A launch has no result of its own: whether it was
// possible at all, cudaGetLastError tells. Here it is asked once for you to see; the harness asks
// after every launch. What the launch returns is the work that it did.
constexpr auto flat = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  add<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
  return moved(sizeof *p.c);  // so many bytes at a time
};

}  // namespace course
