// The runtime API: errors that do not stick, copies, events, device facts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "device_array.h"

TEST_CASE("an ordinary error is kept until it is asked for") {
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(std::string(cudaGetErrorName(cudaErrorInvalidConfiguration)) ==
        "cudaErrorInvalidConfiguration");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) ==
        "invalid configuration argument");
}

TEST_CASE("allocations") {
  void* pointer = &pointer;
  CHECK(cudaMalloc(&pointer, 0) == cudaSuccess);
  CHECK(pointer == nullptr);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  for (std::size_t bytes = 1; bytes < 5000; bytes = bytes * 3 + 1) {
    CHECK(cudaMalloc(&pointer, bytes) == cudaSuccess);
    CHECK(reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0);
    CHECK(cudaFree(pointer) == cudaSuccess);
  }
  CHECK(cudaFree(pointer) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaMalloc(&pointer, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

// As the system says it, in bytes; 0 if it does not.
std::size_t memory_available() {
  std::ifstream facts("/proc/meminfo");
  const std::string text(std::istreambuf_iterator<char>(facts), {});
  const std::size_t at = text.find("MemAvailable:");
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + 13)) * 1024;
}

TEST_CASE("free memory is what the host can still give") {
  std::size_t free = 0, total = 0;
  const std::size_t before = memory_available();
  CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
  const std::size_t after = memory_available();
  CHECK(free > 0);
  CHECK(free < total);  // the system itself takes some
  if (before == 0) return;
  const std::size_t slack = 64 << 20;  // others ask for memory and give it back meanwhile
  CHECK(free + slack >= std::min(before, after));
  CHECK(free <= std::max(before, after) + slack);
}

TEST_CASE("copies move the bytes they are told to, and refuse what does not fit") {
  const std::vector<int> values{1, 2, 3, 4};
  const DeviceArray<int> a(values), b(std::vector<int>(4, 0));
  const std::size_t bytes = 4 * sizeof(int);
  CHECK(cudaMemcpy(b.get() + 1, a.get(), 8, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(b.to_host() == std::vector<int>{0, 1, 2, 0});
  CHECK(cudaMemcpyAsync(b.get(), a.get() + 3, 4, cudaMemcpyDefault) == cudaSuccess);
  CHECK(b.to_host() == std::vector<int>{4, 1, 2, 0});
  CHECK(cudaMemset(b.get(), 1, bytes) == cudaSuccess);
  CHECK(b.to_host() == std::vector<int>(4, 0x01010101));

  std::vector<int> host(8);
  CHECK(cudaMemcpy(a.get(), host.data(), bytes + 1, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy(a.get() + 1, host.data(), bytes, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy(host.data(), a.get(), bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(a.get(), host.data(), bytes, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemset(host.data(), 0, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemset(a.get(), 0, bytes + 1) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, host.data(), 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(a.to_host() == values);
}

TEST_CASE("events tell the time between them, if they were recorded") {
  cudaEvent_t start = nullptr, stop = nullptr;
  float ms = -1;
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreate(&stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, stop) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(start) == cudaSuccess);
  CHECK(cudaEventRecord(stop) == cudaSuccess);
  CHECK(cudaEventSynchronize(stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess);
  CHECK(ms >= 0);
  CHECK(cudaEventDestroy(start) == cudaSuccess);
  CHECK(cudaEventDestroy(stop) == cudaSuccess);
}

__global__ void set_to(int* out, int value) { *out = value; }

TEST_CASE("streams") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  const DeviceArray<int> out(1);
  set_to<<<1, 1, 0, stream>>>(out.get(), 5);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(out.to_host()[0] == 5);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("the device says what it can and no more") {
  int count = 0, value = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess);
  CHECK(value == 227 * 1024);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  const char* const wanted = std::getenv("COURSE_CPU_MULTIPROCESSORS");
  CHECK(value == (wanted != nullptr ? std::atoi(wanted) : 132));
  int other = 0;
  for (const auto unknown : {cudaDevAttrClockRate, cudaDevAttrMemoryClockRate,
                             cudaDevAttrGlobalMemoryBusWidth, cudaDevAttrL2CacheSize}) {
    CHECK(cudaDeviceGetAttribute(&other, unknown, 0) == cudaErrorInvalidValue);
  }
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  cudaDeviceProp properties{};
  CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(properties.warpSize == 32);
  CHECK(properties.maxThreadsPerBlock == 1024);
  CHECK(properties.multiProcessorCount == value);
  CHECK(properties.l2CacheSize == 0);
}

TEST_CASE("occupancy follows threads and shared memory") {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set_to, 1024, 0) == cudaSuccess);
  CHECK(blocks == 2);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set_to, 32, 0) == cudaSuccess);
  CHECK(blocks == 32);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set_to, 64, 100 * 1024) ==
        cudaSuccess);
  CHECK(blocks == 2);
}

__global__ void allocate_in_kernel() {
  int* pointer = nullptr;
  cudaMalloc(&pointer, 4);
}

TEST_CASE("a kernel that calls the runtime is stopped at once, not by the watchdog") {
  const ResetAtEnd reset;
  allocate_in_kernel<<<1, 1>>>();
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(diagnosed("thread (0,0,0) of block (0,0,0) calls a function of the CUDA runtime"));
}
