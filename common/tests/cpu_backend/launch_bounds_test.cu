// A kernel with __launch_bounds__ takes no larger block.
#include <doctest/doctest.h>

#include "device_array.h"

namespace {

constexpr int most = 128;

__global__ void __launch_bounds__(most) plain(int* out) { out[threadIdx.x] = 1; }
__global__ __launch_bounds__(most / 2,
                             /* blocks, of (a) multiprocessor */ 2) void before_type(int* out) {
  out[threadIdx.x] = 1;
}
template <int kThreads>
__global__ void __launch_bounds__((kThreads)) in_template(int* out) {
  out[threadIdx.x] = 1;
}

void expect_refused(const std::string& text) {
  CHECK(diagnosed(text));
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);  // it does not stick
}

}  // namespace

TEST_CASE("a block beyond the launch bounds is refused, and nothing has run") {
  const ResetAtEnd reset;
  const std::vector<int> zeros(1024, 0);
  const DeviceArray<int> out(zeros);
  plain<<<3, 129>>>(out.get());
  expect_refused("kernel plain launched at " + here(-1) +
                 ": its __launch_bounds__ allow blocks of 128 threads, this one has 129");
  before_type<<<1, dim3(8, 9)>>>(out.get());
  expect_refused("allow blocks of 64 threads, this one has 72");
  in_template<32><<<1, 256>>>(out.get());
  expect_refused("allow blocks of 32 threads, this one has 256");
  CHECK(out.to_host() == zeros);
}

TEST_CASE("a block within the launch bounds runs") {
  const DeviceArray<int> out(128);
  plain<<<1, 128>>>(out.get());
  before_type<<<1, 64>>>(out.get());
  in_template<128><<<1, dim3(32, 4)>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(out.to_host() == std::vector<int>(128, 1));
}
