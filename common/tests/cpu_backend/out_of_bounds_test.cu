// Accesses outside an allocation: who, where, which byte of which allocation.
#include <doctest/doctest.h>

#include "device_array.h"

__global__ void write_up_to(char* data, int last) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= last) data[i] = 1;
}
__global__ void write_at(char* data, long long offset) {
  if (blockIdx.x == 3 && threadIdx.x == 5) data[offset] = 1;
}
__global__ void read_at(const char* data, long long offset, int* out) {
  if (blockIdx.x == 1 && threadIdx.x == 9) out[0] = data[offset];
}

TEST_CASE("one byte behind the end, for every size") {
  // The end lies on a guard page or within 16 bytes of it: both ways must be exact.
  for (int bytes = 4080; bytes <= 4100; ++bytes) {
    CAPTURE(bytes);
    const ResetAtEnd reset;
    char* data = nullptr;
    cudaMalloc(&data, bytes);
    const std::string allocation = here(-1);
    write_up_to<<<70, 64>>>(data, bytes - 1);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    write_up_to<<<70, 64>>>(data, bytes);
    const std::string launch = here(-1);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    const std::string thread = "thread (" + std::to_string(bytes % 64) + ",0,0) of block (" +
                               std::to_string(bytes / 64) + ",0,0)";
    CHECK(diagnosed("kernel write_up_to launched at " + launch + ": " + thread + " writes byte " +
                    std::to_string(bytes) + " of the allocation of " + std::to_string(bytes) +
                    " bytes made at " + allocation + ": out of bounds"));
  }
}

TEST_CASE("one byte in front of the start") {
  for (const int bytes : {4096, 4000, 100, 1}) {
    CAPTURE(bytes);
    const ResetAtEnd reset;
    char* data = nullptr;
    cudaMalloc(&data, bytes);
    write_at<<<8, 32>>>(data, -1);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK(diagnosed("thread (5,0,0) of block (3,0,0) writes byte -1 of the allocation of " +
                    std::to_string(bytes) + " bytes"));
  }
}

TEST_CASE("a read behind the end") {
  const ResetAtEnd reset;
  const DeviceArray<char> data(4000);
  const DeviceArray<int> out(1);
  read_at<<<2, 32>>>(data.get(), 4000, out.get());
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("thread (9,0,0) of block (1,0,0) reads byte 4000"));
}

TEST_CASE("a null pointer and one that is nowhere") {
  const ResetAtEnd reset;
  write_at<<<8, 32>>>(nullptr, 0);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("thread (5,0,0) of block (3,0,0) writes the address null"));
  cudaDeviceReset();
  write_at<<<8, 32>>>(nullptr, 0x123456780000);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("writes the address 0x123456780000"));
}

TEST_CASE("a failed kernel's error sticks to every call until a reset") {
  const ResetAtEnd reset;
  const DeviceArray<char> data(16);
  write_at<<<8, 32>>>(data.get(), 16);
  CHECK(cudaPeekAtLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, 16) == cudaErrorIllegalAddress);
  CHECK(cudaMemset(data.get(), 0, 16) == cudaErrorIllegalAddress);
  CHECK(std::string(cudaGetErrorName(cudaGetLastError())) == "cudaErrorIllegalAddress");
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMalloc(&pointer, 16) == cudaSuccess);
}

__global__ void divide(int* out, int by) { out[0] = 5 / by; }

__device__ int recurse(int depth) {
  volatile char local[256] = {};
  return depth == 0 ? local[0] : recurse(depth - 1) + local[depth % 256];
}
__global__ void deep(int* out, int depth) { out[0] = recurse(depth); }

TEST_CASE("a division by zero and a stack overflow end the launch, not the program") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(1);
  divide<<<1, 1>>>(out.get(), 0);
#if defined(__x86_64__)  // elsewhere the processor goes on, like a GPU
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("divides an integer by zero"));
#endif
  cudaDeviceReset();
  const DeviceArray<int> other(1);
  deep<<<1, 1>>>(other.get(), 1000000);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("needs more stack"));
}
