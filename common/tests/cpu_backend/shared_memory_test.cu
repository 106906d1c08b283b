// Shared memory: static and dynamic, one copy per block, filled with a pattern at the start.
#include <doctest/doctest.h>

#include "device_array.h"

__global__ void reverse_static(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = static_cast<int>(blockIdx.x * 64 + threadIdx.x);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}

__global__ void reverse_dynamic(int* out) {
  extern __shared__ __align__(16) unsigned char bytes[];
  static __shared__ int offset;
  int* values = reinterpret_cast<int*>(bytes);
  if (threadIdx.x == 0) offset = static_cast<int>(blockIdx.x * 64);
  __syncthreads();
  values[threadIdx.x] = offset + static_cast<int>(threadIdx.x);
  __syncthreads();
  out[offset + threadIdx.x] = values[63 - threadIdx.x];
}

template <typename T>
__global__ void reverse_template(T* out) {
  extern __shared__ T values[];
  __shared__ T rows[2][32], scale;
  if (threadIdx.x == 0) scale = T(1);
  rows[threadIdx.x / 32][threadIdx.x % 32] = T(blockIdx.x * 64 + threadIdx.x);
  __syncthreads();
  values[threadIdx.x] = rows[threadIdx.x / 32][threadIdx.x % 32];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x] * scale;
}

template <class T>
bool is_reversed(const std::vector<T>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != static_cast<T>(i / 64 * 64 + 63 - i % 64)) return false;
  }
  return true;
}

TEST_CASE("threads of a block exchange values through shared memory") {
  const int blocks = 300;
  const DeviceArray<int> a(blocks * 64), b(blocks * 64), c(blocks * 64);
  reverse_static<<<blocks, 64>>>(a.get());
  reverse_dynamic<<<blocks, 64, 64 * sizeof(int)>>>(b.get());
  reverse_template<int><<<blocks, 64, 64 * sizeof(int)>>>(c.get());
  CHECK(is_reversed(a.to_host()));
  CHECK(is_reversed(b.to_host()));
  CHECK(is_reversed(c.to_host()));
  const DeviceArray<double> d(blocks * 64);
  reverse_template<<<blocks, 64, 64 * sizeof(double)>>>(d.get());
  CHECK(is_reversed(d.to_host()));
}

__global__ void read_fresh(unsigned* out) {
  __shared__ unsigned values[4];
  extern __shared__ unsigned dynamic[];
  out[blockIdx.x * 8 + threadIdx.x] = values[threadIdx.x];
  out[blockIdx.x * 8 + 4 + threadIdx.x] = dynamic[threadIdx.x];
  values[threadIdx.x] = 0;
  dynamic[threadIdx.x] = 0;
}

TEST_CASE("fresh shared and device memory is not zero, in any block") {
  const int blocks = 100;
  const DeviceArray<unsigned> out(blocks * 8);
  CHECK(out.to_host() == std::vector<unsigned>(blocks * 8, 0xCDCDCDCDu));
  cudaMemset(out.get(), 0, blocks * 8 * sizeof(unsigned));
  read_fresh<<<blocks, 4, 16>>>(out.get());
  CHECK(out.to_host() == std::vector<unsigned>(blocks * 8, 0xCDCDCDCDu));
}

struct alignas(16) Quad {
  float values[4];
};

__global__ void addresses(std::size_t* out) {
  extern __shared__ Quad quads[];
  __shared__ double number;
  out[0] = reinterpret_cast<std::size_t>(quads) % 16;
  out[1] = reinterpret_cast<std::size_t>(&number) % alignof(double);
}

TEST_CASE("shared memory is aligned for 128-bit accesses") {
  const DeviceArray<std::size_t> out(2);
  addresses<<<1, 1, sizeof(Quad)>>>(out.get());
  CHECK(out.to_host() == std::vector<std::size_t>{0, 0});
}

__global__ void write_static(int place) {
  __shared__ int first[8];
  __shared__ int second[5];
  int* const through_pointer = threadIdx.x < 16 ? first : second;
  if (threadIdx.x < 8) first[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 20 && blockIdx.x == 2) through_pointer[place] = 1;
}

__global__ void write_dynamic(int place) {
  extern __shared__ int values[];
  if (threadIdx.x == 7 && blockIdx.x == 3) values[place] = 1;
}

TEST_CASE("writes beside a __shared__ array are named by array, block and thread") {
  write_static<<<4, 32>>>(4);
  CHECK(cudaGetLastError() == cudaSuccess);
  for (const int place : {5, 6, 20, -1, -16}) {
    CAPTURE(place);
    const ResetAtEnd reset;
    write_static<<<4, 32>>>(place);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK(diagnosed("kernel write_static launched at " + here(-2)));
    CHECK(diagnosed("thread (20,0,0) of block (2,0,0) writes byte " + std::to_string(place * 4) +
                    " of the 20 bytes of the __shared__ variable second"));
    CHECK(diagnosed("shared_memory_test.cu:"));
  }
}

TEST_CASE("writes beside dynamic shared memory, for every size") {
  for (const int size : {0, 1, 3, 4, 6, 97, 1024, 12288}) {
    CAPTURE(size);
    const std::size_t bytes = static_cast<std::size_t>(size) * 4;
    if (size > 0) {
      write_dynamic<<<4, 32, bytes>>>(size - 1);
      CHECK(cudaGetLastError() == cudaSuccess);
    }
    for (const int place : {size, size + 200, -1}) {
      CAPTURE(place);
      const ResetAtEnd reset;
      write_dynamic<<<4, 32, bytes>>>(place);
      CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
      CHECK(diagnosed("thread (7,0,0) of block (3,0,0) writes byte " + std::to_string(place * 4) +
                      " of the block's " + std::to_string(bytes) +
                      " bytes of dynamic shared memory: out of bounds"));
    }
  }
}

template <int kBytes>
__global__ void two_arrays(char* out) {
  __shared__ char first[24 * 1024];
  __shared__ char second[kBytes];
  first[threadIdx.x] = second[threadIdx.x] = 1;
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

TEST_CASE("__shared__ variables of more than 48 KiB in all are refused, as by nvcc") {
  const ResetAtEnd reset;
  const DeviceArray<char> out(32);
  two_arrays<24 * 1024><<<100, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  two_arrays<24 * 1024 + 1><<<100, 32>>>(out.get());
  const std::string launch = here(-1);
  CHECK(cudaGetLastError() == cudaErrorLaunchOutOfResources);
  CHECK(diagnosed("kernel two_arrays<24 * 1024 + 1> launched at " + launch + ": with second of "));
  CHECK(diagnosed("the __shared__ variables of the kernel have 49153 bytes"));
  CHECK(diagnosed("more than 49152 (48 KiB)"));
}
