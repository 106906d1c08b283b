// Chapter 01: add two arrays, one element per thread.
//
// The simplest kernel there is, and the starting point of everything that follows. Each thread
// finds its own index, checks that it lies inside the arrays, and adds one pair of numbers.

#include "common/lesson.h"

using namespace course;

// c[i] = a[i] + b[i]. The grid may have more threads than elements; the surplus threads do nothing.
template <typename T>
__global__ void add(const T* a, const T* b, T* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// One-dimensional launch: as many blocks of equal size as it takes.
template <typename T>
void launch_flat(const ElementwiseProblem<T>& p) {
  add<<<blocks_for(p.n, p.block), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

// Two-dimensional launch policy: one block per row, one thread per column. A block has at most 1024
// threads, so longer rows fall back to the flat launch. The kernel stays the same: with blockDim.x
// equal to the number of columns, its index walks the matrix row after row.
template <typename T>
void launch_rows(const ElementwiseProblem<T>& p) {
  if (p.columns == 0 || p.columns > 1024) return launch_flat(p);
  add<<<blocks_for(p.rows, 1), static_cast<unsigned>(p.columns)>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

int main(int argc, char** argv) {
  ElementwiseLesson lesson("01_elementwise", argc, argv);
  lesson.step<float>("f32", 4, launch_flat<float>);
  lesson.step<float>("f32_rows", 4, launch_rows<float>);
  lesson.step<__half>("f16", 2, launch_flat<__half>);
  lesson.step<__half>("f16_rows", 2, launch_rows<__half>);
  return lesson.run();
}
