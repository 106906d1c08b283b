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

// A launch is a function of the problem p, for elements of any type: here as many blocks of 256
// threads as it takes. CUDA's <<<...>>> returns nothing. Whether it could be done at all,
// cudaGetLastError tells; it is asked here for you to see, and by the harness after every launch.
// What the function returns is the work that was done, so that the program can compare and predict.
constexpr auto flat = [](auto& p) {
  const Grid grid = p.grid_for(p.n, 256);
  add<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
  return moved(sizeof *p.c, grid);  // bytes in one access
};

}  // namespace course
