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

// One block per row, one thread per column. A block has at most 1024 threads, so longer rows take
// the flat launch. The kernel stays the same: with as many threads in a block as there are columns,
// its index walks the matrix row after row.
constexpr auto rows = [](auto& p) {
  if (p.columns == 0 || p.columns > 1024) return flat(p);
  const Grid by_row{blocks_for(p.rows, 1), static_cast<unsigned>(p.columns)};
  add<<<by_row.blocks, by_row.threads>>>(p.a, p.b, p.c, p.n);
  return moved(sizeof *p.c, by_row);
};

int main(int argc, char** argv) {
  ElementwiseLesson lesson("01_elementwise", argc, argv);
  lesson.step<float>("f32", flat);
  lesson.step<float>("f32_rows", rows);
  lesson.step<__half>("f16", flat);
  lesson.step<__half>("f16_rows", rows);
  return lesson.run();
}
