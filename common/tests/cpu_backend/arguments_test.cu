// What the arguments of a launch may be: all that converts to the kernel's parameters.
#include <doctest/doctest.h>

#include "device_array.h"

namespace {

struct Range {
  int first;
  int last;
};

__global__ void sum(const int* values, Range range, int* result, const int* optional) {
  int total = optional == nullptr ? 1000 : *optional;
  for (int i = range.first; i < range.last; ++i) total += values[i];
  *result = total;
}

template <class T>
__global__ void first_or(const T* values, T* result, const int* place) {
  *result = values[place == nullptr ? 0 : *place];
}

template <class T, int kFactor>
__global__ void scale(T* values, T summand, float2 ignored, const int* optional) {
  if (optional == nullptr) values[threadIdx.x] = values[threadIdx.x] * kFactor + summand;
  (void)ignored;
}

}  // namespace

TEST_CASE("braces, NULL and 0 become what the kernel takes") {
  const DeviceArray<int> values(std::vector<int>{1, 2, 3, 4}), result(1),
      place(std::vector<int>{2});
  sum<<<1, 1>>>(values.get(), {1, 3}, result.get(), NULL);
  CHECK(result.to_host()[0] == 1005);
  sum<<<1, 1>>>(values.get(), {0, 4}, result.get(), 0);
  CHECK(result.to_host()[0] == 1010);
  sum<<<1, 1>>>(values.get(), Range{.first = 0, .last = 1}, result.get(), place.get());
  CHECK(result.to_host()[0] == 3);
  scale<int, 10><<<1, 4>>>(values.get(), 7, {0, 1}, 0);
  CHECK(values.to_host() == std::vector<int>{17, 27, 37, 47});
  // A template whose argument is deduced.
  first_or<<<1, 1>>>(values.get(), result.get(), NULL);
  CHECK(result.to_host()[0] == 17);
  void (*const pointer)(int*, int, float2, const int*) = scale<int, 2>;
  pointer<<<1, 4>>>(values.get(), 0, make_float2(0, 0), NULL);
  CHECK(values.to_host()[3] == 94);
}

TEST_CASE("cudaLaunchKernel takes pointers to the arguments") {
  const DeviceArray<int> values(std::vector<int>{1, 2, 3, 4}), result(1);
  const int* in = values.get();
  int* out = result.get();
  Range range{1, 4};
  const int* none = nullptr;
  void* arguments[] = {&in, &range, &out, &none};
  CHECK(cudaLaunchKernel(sum, dim3(1), dim3(1), arguments) == cudaSuccess);
  CHECK(result.to_host()[0] == 1009);
  CHECK(cudaLaunchKernel(sum, dim3(1), dim3(2000), arguments) == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(sum), 1, 1, arguments) ==
        cudaErrorNotSupported);
  CHECK(diagnosed("pass it without the cast"));
  cudaGetLastError();
}
