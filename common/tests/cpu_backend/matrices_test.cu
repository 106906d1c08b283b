// Memory with rows: cudaMallocPitch, cudaMemcpy2D, cudaMemset2D.
#include <doctest/doctest.h>

#include <numeric>

#include "device_array.h"

namespace {

constexpr std::size_t kColumns = 37, kRows = 5;

__global__ void add_row(int* values, std::size_t pitch) {
  int* const row = reinterpret_cast<int*>(reinterpret_cast<char*>(values) + blockIdx.x * pitch);
  row[threadIdx.x] += static_cast<int>(1000 * blockIdx.x);
}

}  // namespace

TEST_CASE("a matrix with padded rows goes to the device and back") {
  std::vector<int> values(kColumns * kRows);
  std::iota(values.begin(), values.end(), 0);
  const std::size_t width = kColumns * sizeof(int);
  int* matrix = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&matrix, &pitch, width, kRows) == cudaSuccess);
  CHECK(pitch == 512);
  CHECK(cudaMemcpy2D(matrix, pitch, values.data(), width, width, kRows, cudaMemcpyHostToDevice) ==
        cudaSuccess);
  add_row<<<kRows, kColumns>>>(matrix, pitch);
  std::vector<int> back(kColumns * kRows);
  CHECK(cudaMemcpy2DAsync(back.data(), width, matrix, pitch, width, kRows,
                          cudaMemcpyDeviceToHost) == cudaSuccess);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(back[i] == values[i] + static_cast<int>(i / kColumns) * 1000);
  }
  // Two columns of each row, and nothing beside them.
  CHECK(cudaMemset2D(matrix + 1, pitch, 0, 2 * sizeof(int), kRows) == cudaSuccess);
  cudaMemcpy2D(back.data(), width, matrix, pitch, width, kRows, cudaMemcpyDefault);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t column = i % kColumns;
    const int want = values[i] + static_cast<int>(i / kColumns) * 1000;
    CHECK(back[i] == (column == 1 || column == 2 ? 0 : want));
  }
  CHECK(cudaFree(matrix) == cudaSuccess);
}

TEST_CASE("a copy of rows that leaves its memory is refused, and one that just fits is not") {
  const ResetAtEnd reset;
  const DeviceArray<char> tight(4 * 10 + 6);  // five rows of 6 bytes, 10 apart
  std::vector<char> host(5 * 6);
  CHECK(cudaMemcpy2D(tight.get(), 10, host.data(), 6, 6, 5, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2D(tight.get(), 11, host.data(), 6, 6, 5, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(diagnosed("cudaMemcpy2D: the destination: 50 bytes do not fit from byte 0 of the "));
  CHECK(cudaMemset2D(tight.get() + 1, 10, 0, 6, 5) == cudaErrorInvalidValue);
  CHECK(diagnosed("cudaMemset2D: the destination: 46 bytes do not fit from byte 1 of the "));
  CHECK(cudaMemcpy2D(tight.get(), 5, host.data(), 6, 6, 1, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidPitchValue);
}
