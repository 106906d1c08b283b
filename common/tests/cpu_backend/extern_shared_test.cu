// The ways to write extern __shared__ arrays.
#include <doctest/doctest.h>

#include "device_array.h"

namespace {

constexpr int kThreads = 64;

extern __shared__ int file_scope[];

__device__ int of_neighbour() {
  const int neighbour = (threadIdx.x + 1) % blockDim.x;
  return file_scope[neighbour];
}
// The name is another thing's here.
__device__ int of_parameter(const int* file_scope) { return file_scope[threadIdx.x]; }
int of_host(int file_scope) { return file_scope; }

__global__ void through_file_scope(int* out) {
  file_scope[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = of_neighbour() + 1000 * of_parameter(file_scope);
  __syncthreads();
  *reinterpret_cast<char*>(file_scope) = 1;  // it is an array, not an object of a class
}

extern __align__(16) __shared__ char aligned_first[];
__shared__ extern int shared_first[];

__global__ void other_orders(int* out) {
  extern __shared__ __align__(16) unsigned char aligned_last[];
  extern volatile __shared__ int with_volatile[];
  extern int __shared__ type_first[];
  with_volatile[threadIdx.x] = 7;
  out[threadIdx.x] = aligned_last == static_cast<void*>(aligned_first) &&
                     shared_first == type_first && shared_first[threadIdx.x] == 7;
}

template <class T>
__global__ void transpose(T* out, int rows) {
  extern __shared__ T tile[][8];
  for (int row = 0; row < rows; ++row) tile[row][threadIdx.x] = static_cast<T>(row);
  __syncthreads();
  for (int row = 0; row < rows; ++row) out[threadIdx.x * rows + row] = tile[row][threadIdx.x];
}

}  // namespace

TEST_CASE("an extern __shared__ array outside functions is every kernel's") {
  const DeviceArray<int> out(kThreads);
  through_file_scope<<<1, kThreads, kThreads * sizeof(int)>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  const std::vector<int> values = out.to_host();
  for (int i = 0; i < kThreads; ++i) {
    CHECK(values[static_cast<std::size_t>(i)] == (i + 1) % kThreads + 1000 * i);
  }
  CHECK(of_host(3) == 3);
}

TEST_CASE("extern, __shared__, alignment and type in any order") {
  const DeviceArray<int> out(kThreads);
  other_orders<<<1, kThreads, kThreads * sizeof(int)>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(out.to_host() == std::vector<int>(kThreads, 1));
}

TEST_CASE("an extern __shared__ array of rows") {
  const int rows = 5;
  const DeviceArray<float> out(8 * rows);
  transpose<<<1, 8, rows * 8 * sizeof(float)>>>(out.get(), rows);
  CHECK(cudaGetLastError() == cudaSuccess);
  const std::vector<float> values = out.to_host();
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == static_cast<float>(i % rows));
}
