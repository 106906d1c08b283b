// Memory that kernels and host code share: cudaMallocManaged, __managed__ and __device__ variables.
#include <doctest/doctest.h>

#include <numeric>

#include "device_array.h"

namespace {

__managed__ int managed_total = 5;
__device__ int device_values[4] = {1, 2, 3, 4};

__global__ void double_all(int* values, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) values[i] *= 2;
  if (i == 0) managed_total += n;
}

__global__ void write_at(int* values, int place) { values[place] = 1; }

cudaMemoryType type_of(const void* pointer) {
  cudaPointerAttributes attributes{};
  CHECK(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
  return attributes.type;
}

}  // namespace

TEST_CASE("managed memory is for host code and kernels in turn") {
  const int n = 1000;
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, n * sizeof(int)) == cudaSuccess);
  std::iota(values, values + n, 0);
  managed_total = 5;
  for (int round = 1; round <= 2; ++round) {
    CHECK(cudaMemPrefetchAsync(values, n * sizeof(int), 0) == cudaSuccess);
    double_all<<<8, 128>>>(values, n);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(values[n - 1] == (n - 1) << round);
    CHECK(managed_total == 5 + n * round);
    values[0] = round;
  }
  // Copies may take it for either side.
  std::vector<int> copy(n);
  cudaMemcpy(copy.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);
  CHECK(copy[n - 1] == (n - 1) * 4);
  copy[1] = 77;
  CHECK(cudaMemcpy(values, copy.data(), n * sizeof(int), cudaMemcpyHostToHost) == cudaSuccess);
  CHECK(cudaMemcpy(values, copy.data(), n * sizeof(int), cudaMemcpyDefault) == cudaSuccess);
  CHECK(values[1] == 77);
  CHECK(type_of(values) == cudaMemoryTypeManaged);
  CHECK(cudaFree(values) == cudaSuccess);
}

TEST_CASE("accesses beside managed memory are named, by kernels and by host code") {
  int* values = nullptr;
  for (const bool by_kernel : {true, false}) {
    CAPTURE(by_kernel);
    const ResetAtEnd reset;
    cudaMallocManaged(&values, 10);
    if (by_kernel) {
      write_at<<<1, 1>>>(values, 3);
      CHECK(diagnosed("thread (0,0,0) of block (0,0,0) writes byte 12 of the allocation of 10"));
    } else {
      reinterpret_cast<char*>(values)[11] = 1;
      write_at<<<1, 1>>>(values, 0);
      CHECK(diagnosed("before kernel write_at launched at " + here(-1)));
      CHECK(diagnosed("host code wrote byte 11 of the allocation of 10 bytes made at " + here(-8)));
    }
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  }
}

TEST_CASE("the address of a __device__ variable is device memory") {
  int* address = nullptr;
  std::size_t bytes = 0;
  CHECK(cudaGetSymbolAddress(&address, device_values) == cudaSuccess);
  CHECK(cudaGetSymbolSize(&bytes, device_values) == cudaSuccess);
  CHECK(bytes == 4 * sizeof(int));
  CHECK(type_of(address) == cudaMemoryTypeDevice);
  double_all<<<1, 4>>>(address, 4);
  CHECK(cudaGetLastError() == cudaSuccess);
  std::vector<int> values(4);
  CHECK(cudaMemcpy(values.data(), address, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(values == std::vector<int>{2, 4, 6, 8});
  CHECK(cudaMemcpy(values.data(), address + 1, bytes, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);
  CHECK(diagnosed("16 bytes do not fit from byte 4 of a __device__ variable of 16 bytes"));
  cudaGetLastError();
}

TEST_CASE("memory of a stream, and what a pointer is") {
  int* values = nullptr;
  int host = 0;
  CHECK(cudaMallocAsync(&values, 40, nullptr) == cudaSuccess);
  CHECK(type_of(values) == cudaMemoryTypeDevice);
  CHECK(type_of(&host) == cudaMemoryTypeUnregistered);
  CHECK(cudaFreeAsync(values, nullptr) == cudaSuccess);
  CHECK(cudaMallocHost(&values, 40) == cudaSuccess);
  CHECK(type_of(values) == cudaMemoryTypeHost);
  CHECK(cudaFreeHost(values) == cudaSuccess);
}
