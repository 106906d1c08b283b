// Pointers that a kernel must not get: to host memory, and to memory that was freed.
#include <doctest/doctest.h>

#include "device_array.h"

__global__ void add_one(int unused, int* data, const float* other) {
  (void)unused;
  if (other != nullptr) data[0] += 1;
}

namespace {

struct Holder {
  int* data;
};
__global__ void set_inside(Holder holder) { holder.data[threadIdx.x] = 1; }

}  // namespace

TEST_CASE("a host pointer is named by its number and the launch fails for good") {
  const ResetAtEnd reset;
  int on_host = 5;
  add_one<<<1, 1>>>(0, &on_host, nullptr);
  const std::string launch = here(-1);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("kernel add_one launched at " + launch + ": argument 2 points to host memory"));
  CHECK(on_host == 5);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, 4) == cudaErrorIllegalAddress);
}

TEST_CASE("null, the end of an allocation and pinned memory are fine") {
  const DeviceArray<int> data(std::vector<int>(4));
  add_one<<<1, 1>>>(0, nullptr, nullptr);
  add_one<<<1, 1>>>(0, data.get(), reinterpret_cast<float*>(data.get() + 4));
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(data.to_host()[0] == 1);
  int* pinned = nullptr;
  CHECK(cudaMallocHost(&pinned, 16) == cudaSuccess);
  pinned[3] = 7;
  add_one<<<1, 1>>>(0, pinned + 3, reinterpret_cast<float*>(pinned));
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(pinned[3] == 8);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

TEST_CASE("memory that was freed, as an argument") {
  const ResetAtEnd reset;
  int* data = nullptr;
  cudaMalloc(&data, 40);
  const std::string made = here(-1);
  cudaFree(data);
  const std::string freed = here(-1);
  add_one<<<1, 1>>>(0, data + 2, nullptr);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("argument 2 points to byte 8 of the allocation of 40 bytes made at " + made +
                  ", which was freed at " + freed));
}

TEST_CASE("memory that was freed, behind a pointer inside an argument") {
  const ResetAtEnd reset;
  int* data = nullptr;
  cudaMalloc(&data, 40);
  cudaFree(data);
  const std::string freed = here(-1);
  set_inside<<<1, 1>>>(Holder{data});
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("thread (0,0,0) of block (0,0,0) writes byte 0 of the allocation of 40 bytes"));
  CHECK(diagnosed("which was freed at " + freed));
}

TEST_CASE("memory that was freed, in calls of the runtime") {
  int* data = nullptr;
  int host = 0;
  cudaMalloc(&data, 40);
  cudaFree(data);
  const std::string freed = here(-1);
  CHECK(cudaFree(data) == cudaErrorInvalidValue);
  CHECK(diagnosed("cudaFree at " + here(-1) + ": the pointer is byte 0 of the allocation"));
  CHECK(diagnosed("which was freed at " + freed));
  CHECK(cudaMemcpy(&host, data, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(diagnosed("cudaMemcpy: the source is byte 0 of the allocation of 40 bytes"));
  CHECK(cudaFree(&host) == cudaErrorInvalidValue);
  CHECK(diagnosed("the pointer did not come from cudaMalloc"));
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}
