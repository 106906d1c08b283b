// What the compiler's own checks in a kernel find: misaligned accesses and indices of arrays whose
// size is known. Each is named with its line.
#include <doctest/doctest.h>

#include "device_array.h"

namespace {

// clang checks no alignment where a whole float4 is copied; configuring says so.
#ifdef __clang__
constexpr bool kCopiesUnchecked = true;
#else
constexpr bool kCopiesUnchecked = false;
#endif

__global__ void read_wide(const float* in, float4* out, int offset) {
  if (threadIdx.x == 3) *out = *reinterpret_cast<const float4*>(in + offset);
}
const std::string read_line = here(-2);

__global__ void write_pair(float* out, int offset) {
  *reinterpret_cast<float2*>(out + offset) = make_float2(1, 2);
}
const std::string write_line = here(-2);

__global__ void read_shared_bytes_wide(float4* out) {
  __shared__ char bytes[64];
  bytes[threadIdx.x] = 1;
  __syncthreads();
  *out = *reinterpret_cast<float4*>(bytes);
}
const std::string shared_line = here(-2);

__global__ void index_shared(int place, int* out) {
  __shared__ int counts[8];
  counts[threadIdx.x] = 0;
  if (threadIdx.x == 2) counts[place] = 1;
  *out = counts[0];
}
const std::string index_line = here(-3);

}  // namespace

TEST_CASE("a misaligned read of 16 bytes, as on a GPU" * doctest::skip(kCopiesUnchecked)) {
  {
    const DeviceArray<float> in(64);
    const DeviceArray<float4> out(1);
    read_wide<<<1, 32>>>(in.get(), out.get(), 4);
    CHECK(cudaGetLastError() == cudaSuccess);
  }
  for (const int offset : {1, 2, 3}) {
    CAPTURE(offset);
    const ResetAtEnd reset;
    const DeviceArray<float> numbers(64);
    const DeviceArray<float4> result(1);
    read_wide<<<1, 32>>>(numbers.get(), result.get(), offset);
    CHECK(cudaGetLastError() == cudaErrorMisalignedAddress);
    CHECK(diagnosed("thread (3,0,0) of block (0,0,0) reads a '"));
    CHECK(diagnosed("float4' at an address that is " + std::to_string(4 * offset) +
                    " bytes past a multiple of 16 at " + read_line));
  }
}

TEST_CASE("a misaligned write of 8 bytes" * doctest::skip(kCopiesUnchecked)) {
  const ResetAtEnd reset;
  const DeviceArray<float> out(64);
  write_pair<<<1, 1>>>(out.get(), 1);
  CHECK(cudaGetLastError() == cudaErrorMisalignedAddress);
  CHECK(diagnosed("writes a '"));
  CHECK(diagnosed(write_line));
}

TEST_CASE("a shared array is aligned as its type says and no better" *
          doctest::skip(kCopiesUnchecked)) {
  const ResetAtEnd reset;
  const DeviceArray<float4> out(1);
  read_shared_bytes_wide<<<1, 64>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorMisalignedAddress);
  CHECK(diagnosed(shared_line));
}

TEST_CASE("an index outside a shared array") {
  {
    const DeviceArray<int> out(1);
    index_shared<<<1, 8>>>(7, out.get());
    CHECK(cudaGetLastError() == cudaSuccess);
  }
  for (const int place : {8, 1000000, -1}) {
    CAPTURE(place);
    const ResetAtEnd reset;
    const DeviceArray<int> result(1);
    index_shared<<<1, 8>>>(place, result.get());
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK(diagnosed("thread (2,0,0) of block (0,0,0) uses index " + std::to_string(place) +
                    " of an array 'int"));  // " [8]" by g++, "[8]" by clang
    CHECK(diagnosed("[8]' at " + index_line));
  }
}
