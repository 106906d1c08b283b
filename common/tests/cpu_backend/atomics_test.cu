// Atomic functions on global and shared memory: the value left and the old value returned.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "device_array.h"

__device__ unsigned device_counter;
__constant__ int constant_values[3];

__global__ void add_everywhere(int* ints, unsigned* words, unsigned long long* longs, float* floats,
                               double* doubles) {
  __shared__ unsigned shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  atomicAdd(ints, -2);
  atomicAdd(words, 3u);
  atomicAdd(longs, 1ull << 33);
  atomicAdd(floats, 0.5f);
  atomicAdd(doubles, 0.25);
  atomicAdd(&device_counter, 1u);
  atomicAdd(&shared, 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(words + 1, shared);
}

TEST_CASE("no addition of any thread is lost") {
  const int blocks = 200, block = 128, n = blocks * block;
  const DeviceArray<int> ints(std::vector<int>{0});
  const DeviceArray<unsigned> words(std::vector<unsigned>{0, 0});
  const DeviceArray<unsigned long long> longs(std::vector<unsigned long long>{0});
  const DeviceArray<float> floats(std::vector<float>{0});
  const DeviceArray<double> doubles(std::vector<double>{0});
  const unsigned zero = 0;
  CHECK(cudaMemcpyToSymbol(device_counter, &zero, sizeof zero) == cudaSuccess);
  add_everywhere<<<blocks, block>>>(ints.get(), words.get(), longs.get(), floats.get(),
                                    doubles.get());
  CHECK(ints.to_host()[0] == -2 * n);
  CHECK(words.to_host() == std::vector<unsigned>{3u * n, n});
  CHECK(longs.to_host()[0] == (1ull << 33) * n);
  CHECK(floats.to_host()[0] == 0.5f * n);
  CHECK(doubles.to_host()[0] == 0.25 * n);
  unsigned counted = 0;
  CHECK(cudaMemcpyFromSymbol(&counted, device_counter, sizeof counted) == cudaSuccess);
  CHECK(counted == n);
}

__global__ void tickets(unsigned* counter, unsigned* ticket) {
  ticket[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(counter, 1u);
}

TEST_CASE("every thread gets another old value") {
  const DeviceArray<unsigned> counter(std::vector<unsigned>{0}), ticket(4096);
  tickets<<<64, 64>>>(counter.get(), ticket.get());
  auto values = ticket.to_host();
  std::sort(values.begin(), values.end());
  std::vector<unsigned> all(4096);
  std::iota(all.begin(), all.end(), 0u);
  CHECK(values == all);
}

// One thread does each operation on a global and on a shared word; results and old values.
__global__ void one_of_each(int* out, unsigned* words) {
  __shared__ int shared[10];
  int* places[] = {out, shared};
  for (int* p : places) {
    const int start[] = {5, 5, 5, 12, 12, 12, 5, 5, 5, 2147483647};
    for (int i = 0; i < 10; ++i) p[i] = start[i];
    int old = 0;
    old += atomicSub(p, 7);
    old += atomicMin(p + 1, -3);
    old += atomicMax(p + 2, 9);
    old += atomicAnd(p + 3, 10);
    old += atomicOr(p + 4, 3);
    old += atomicXor(p + 5, 10);
    old += atomicExch(p + 6, 1);
    old += atomicCAS(p + 7, 5, 8);
    old += atomicCAS(p + 8, 4, 8);
    atomicAdd(p + 9, 1);
    p[10 - 1] += old;
  }
  for (int i = 0; i < 10; ++i) out[10 + i] = shared[i];
  words[0] = 3;
  words[1] = 4;
  words[2] = 0;
  words[3] = 9;
  atomicInc(words, 4u);
  atomicInc(words + 1, 4u);
  atomicDec(words + 2, 4u);
  atomicDec(words + 3, 4u);
}

TEST_CASE("each operation, on global and on shared memory") {
  const DeviceArray<int> out(20);
  const DeviceArray<unsigned> words(4);
  one_of_each<<<1, 1>>>(out.get(), words.get());
  const int old_values = 5 + 5 + 5 + 12 + 12 + 12 + 5 + 5 + 5;
  const std::vector<int> right{-2, -3, 9, 8, 15, 6, 1, 8, 5, -2147483647 - 1 + old_values};
  const auto values = out.to_host();
  CHECK(std::vector<int>(values.begin(), values.begin() + 10) == right);
  CHECK(std::vector<int>(values.begin() + 10, values.end()) == right);
  CHECK(words.to_host() == std::vector<unsigned>{4, 0, 4, 4});
}

__global__ void read_constants(int* out) { out[threadIdx.x] = constant_values[threadIdx.x]; }

TEST_CASE("constants reach the kernel") {
  const int values[] = {4, 5, 6};
  CHECK(cudaMemcpyToSymbol(constant_values, values, sizeof values) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(constant_values, values, sizeof values, 4) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  const int nine = 9;
  CHECK(cudaMemcpyToSymbol(constant_values, &nine, sizeof nine, 4) == cudaSuccess);
  const DeviceArray<int> out(3);
  read_constants<<<1, 3>>>(out.get());
  CHECK(out.to_host() == std::vector<int>{4, 9, 6});
}

TEST_CASE("bit functions") {
  CHECK(__popc(0xf0f0u) == 8);
  CHECK(__popcll(0xf0f0f0f0f0f0f0f0ull) == 32);
  CHECK(__clz(1) == 31);
  CHECK(__clz(0) == 32);
  CHECK(__ffs(8) == 4);
  CHECK(__ffs(0) == 0);
  CHECK(__brev(0x80000001u) == 0x80000001u);
  CHECK(__brev(0x00000002u) == 0x40000000u);
  CHECK(min(3, 2u) == 2u);
  CHECK(max(1.5f, 1) == 1.5f);
  static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(float2) == 8 &&
                alignof(uchar4) == 4 && alignof(short4) == 8 && alignof(double2) == 16);
}
