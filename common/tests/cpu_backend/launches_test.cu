// Launches: every way to write one, what threads are told about themselves, and what is refused.
#include <doctest/doctest.h>

#include <string>

#include "device_array.h"

namespace forms {

template <class T, int N>
__global__ void fill(T* out, T value) {
  out[threadIdx.x] = value + N;
}

struct Launcher {
  template <int Block>
  static void go(int* out) {
    fill<int, Block><<<1, Block>>>(out, 5);
  }
};

template <class T>
struct Box {
  T value;
};
template <template <class> class Outer, class T>
__global__ void size_of(T* out) {
  out[threadIdx.x] = sizeof(Outer<T>);
}

template <class T>
struct Kernels {
  template <int N>
  static __global__ void set(T* out) {
    out[threadIdx.x] = N;
  }
  static void launch(T* out) { Kernels<T>::template set<6><<<1, 4>>>(out); }
};

__global__ void overloaded(int* out, int value) { out[threadIdx.x] = value; }
__global__ void overloaded(int* out, float value) {
  out[threadIdx.x] = static_cast<int>(value * 10);
}
__global__ void no_arguments() {}
__global__ void changes_its_parameter(int* out, int value) {
  value += static_cast<int>(threadIdx.x);
  out[threadIdx.x] = value;
}

}  // namespace forms

// Comments are left alone: kernel<<<grid, block>>>(x); and so are a << b and x >>> y.
TEST_CASE("every form of a launch runs its kernel") {
  const DeviceArray<int> out(4);
  const auto all = [&](int value) { return out.to_host() == std::vector<int>(4, value); };
  forms::fill<int, 3><<<1, 4>>>(out.get(), 10);
  CHECK(all(13));
  // clang-format off
  forms::fill<int, (3 < 4) ? 2 : 1>
      <<<dim3(1),
         dim3(4, 1, 1)>>>
      (out.get(), 20);
  // clang-format on
  CHECK(all(22));
  forms::Launcher::go<4>(out.get());
  CHECK(all(9));
  forms::size_of<forms::Box, int><<<1, 4>>>(out.get());
  CHECK(all(4));
  forms::size_of<forms::Box><<<1, 4>>>(out.get());  // a deduced argument
  CHECK(all(4));
  forms::Kernels<int>::launch(out.get());
  CHECK(all(6));
  forms::overloaded<<<1, 4>>>(out.get(), 1.5f);
  CHECK(all(15));
  forms::overloaded<<<1, 4, 0, nullptr>>>(out.get(), 2);
  CHECK(all(2));
  const auto pointer = forms::fill<int, 1>;
  pointer<<<1, 4>>>(out.get(), 1);
  CHECK(all(2));
  void (*table[])(int*, int) = {forms::fill<int, 7>, forms::fill<int, 8>};
  table[1]<<<1, 4>>>(out.get(), 0);
  CHECK(all(8));
  (*pointer)<<<1, 4>>>(out.get(), 2);
  CHECK(all(3));
  if (all(3))
    ::forms::fill<int, 0><<<1, 4>>>(out.get(), 30);
  else
    forms::no_arguments<<<1, 1>>>();
  CHECK(all(30));
  forms::changes_its_parameter<<<1, 4>>>(out.get(), 5);
  CHECK(out.to_host() == std::vector<int>{5, 6, 7, 8});
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("literals and line numbers survive the rewriting") {
  const std::string text = "kernel<<<1, 1>>>(x); extern __shared__ int a[];";
  CHECK(text.size() == 47);
  CHECK(std::string(R"(it's "<<<")").size() == 10);
  CHECK(1'000'000 == 1000000);
  CHECK(__LINE__ == 100);
}

__global__ void write_index(uint3* thread, uint3* block, int* dimensions) {
  const unsigned block_number = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread_number =
      threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned place = block_number * (blockDim.x * blockDim.y * blockDim.z) + thread_number;
  thread[place] = threadIdx;
  block[place] = blockIdx;
  if (place == 0) dimensions[0] = gridDim.x * 100 + gridDim.y * 10 + gridDim.z;
  if (place == 1) dimensions[1] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
}

TEST_CASE("every thread of a 3-D grid runs once and knows its place") {
  const dim3 grid(2, 3, 4), block(5, 2, 3);
  const std::size_t count = 24 * 30;
  const DeviceArray<uint3> thread(count), in_block(count);
  const DeviceArray<int> dimensions(2);
  write_index<<<grid, block>>>(thread.get(), in_block.get(), dimensions.get());
  CHECK(dimensions.to_host() == std::vector<int>{234, 523});
  const auto threads = thread.to_host();
  const auto blocks = in_block.to_host();
  bool right = true;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned t = i % 30, b = i / 30;
    right = right && threads[i].x == t % 5 && threads[i].y == t / 5 % 2 && threads[i].z == t / 10;
    right = right && blocks[i].x == b % 2 && blocks[i].y == b / 2 % 3 && blocks[i].z == b / 6;
  }
  CHECK(right);
}

__global__ void count_blocks(unsigned* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1u);
}

TEST_CASE("a launch outside the limits is refused and runs nothing") {
  const DeviceArray<unsigned> count(std::vector<unsigned>{0});
  const auto refused = [&](dim3 grid, dim3 block, std::size_t shared = 0) {
    count_blocks<<<grid, block, shared>>>(count.get());
    return cudaGetLastError();
  };
  CHECK(refused(1, 1025) == cudaErrorInvalidConfiguration);
  CHECK(diagnosed("kernel count_blocks launched at "));
  CHECK(diagnosed("a block of 1025 x 1 x 1 threads; there are from 1 to 1024"));
  CHECK(refused(1, 2048) == cudaErrorInvalidConfiguration);
  CHECK(refused(1, 0) == cudaErrorInvalidConfiguration);
  CHECK(refused(0, 1) == cudaErrorInvalidConfiguration);
  CHECK(diagnosed("a grid of 0 x 1 x 1 blocks"));
  CHECK(refused(1, dim3(32, 33)) == cudaErrorInvalidConfiguration);
  CHECK(refused(1, dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
  CHECK(refused(1, dim3(1u << 16, 1u << 16)) == cudaErrorInvalidConfiguration);
  CHECK(refused(dim3(1, 65536), 1) == cudaErrorInvalidConfiguration);
  CHECK(refused(dim3(1, 1, 65536), 1) == cudaErrorInvalidConfiguration);
  CHECK(refused(2147483648u, 1) == cudaErrorInvalidConfiguration);
  CHECK(refused(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(diagnosed("49153 bytes of dynamic shared memory; at most 49152"));
  CHECK(count.to_host()[0] == 0);
  CHECK(refused(dim3(1, 65535), 1) == cudaSuccess);
  CHECK(count.to_host()[0] == 65535);
  CHECK(refused(1, dim3(1, 16, 64), 48 * 1024) == cudaSuccess);
  CHECK(count.to_host()[0] == 65535 + 16 * 64);
}

template <class T>
__global__ void touch_dynamic(T* out, int last) {
  extern __shared__ T values[];
  values[last] = T(7);
  out[0] = values[last];
}

TEST_CASE("dynamic shared memory above 48 KiB needs cudaFuncSetAttribute, up to 227 KiB") {
  const DeviceArray<int> out(1);
  const int bytes = 227 * 1024;
  const auto run = [&](int size) {
    touch_dynamic<int><<<1, 1, size>>>(out.get(), size / 4 - 1);
    return cudaGetLastError();
  };
  CHECK(run(48 * 1024) == cudaSuccess);
  CHECK(run(bytes) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(touch_dynamic<int>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             bytes + 1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(touch_dynamic<int>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               bytes) == cudaSuccess);
  CHECK(run(bytes) == cudaSuccess);
  CHECK(run(bytes + 4) == cudaErrorInvalidValue);
  CHECK(out.to_host()[0] == 7);
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, touch_dynamic<int>) == cudaSuccess);
  CHECK(attributes.maxDynamicSharedSizeBytes == bytes);
  // Through a pointer, and with deduced arguments, it is the same kernel.
  void (*pointer)(int*, int) = touch_dynamic<int>;
  pointer<<<1, 1, bytes>>>(out.get(), 0);
  CHECK(cudaGetLastError() == cudaSuccess);
  touch_dynamic<<<1, 1, bytes>>>(out.get(), 0);
  CHECK(cudaGetLastError() == cudaSuccess);
  // Another instance has its own limit.
  const DeviceArray<float> other(1);
  touch_dynamic<float><<<1, 1, bytes>>>(other.get(), 0);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}
