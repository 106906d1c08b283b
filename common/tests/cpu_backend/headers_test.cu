// Kernels, launches and shared memory in headers, which are included in several ways.
#include "common/tests/cpu_backend/headers/sums.cuh"
#include "headers/deeper/block_sum.h"
#include "headers/sums.cuh"

#include <doctest/doctest.h>

#include "device_array.h"

TEST_CASE("headers hold launches and shared memory, behind guards of either kind") {
  const int blocks = 5;
  std::vector<int> values(blocks * kSumsBlock);
  std::vector<int> want(blocks);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * 7);
    want[i / kSumsBlock] += values[i];
  }
  const DeviceArray<int> in(values), sums(blocks);
  launch_sums(in.get(), sums.get(), blocks);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(sums.to_host() == want);
}

TEST_CASE("a __shared__ array of a header has guards, and is named by the header's line") {
  const ResetAtEnd reset;
  writes_too_far<int><<<1, 1>>>(8);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("writes byte 32 of the 32 bytes of the __shared__ variable values of "));
  CHECK(diagnosed("headers/sums.cuh:25"));
}
