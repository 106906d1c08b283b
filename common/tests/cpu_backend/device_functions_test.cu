// Mathematics and other small functions for kernels, with values as CUDA defines them.
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "device_array.h"

TEST_CASE("functions of mathematics") {
  CHECK(rsqrtf(16) == 0.25f);
  CHECK(rsqrt(0.0625) == 4.0);
  CHECK(rcbrtf(27) == doctest::Approx(1 / 3.0));
  CHECK(std::isinf(rsqrtf(0)));
  CHECK(__fdividef(7, 2) == 3.5f);
  CHECK(fmaf(2, 3, 4) == 10);
  CHECK(__saturatef(-0.5f) == 0);
  CHECK(__saturatef(0.25f) == 0.25f);
  CHECK(__saturatef(7) == 1);
  CHECK(__saturatef(std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(__expf(1) == doctest::Approx(2.7182818));
  CHECK(__exp10f(3) == doctest::Approx(1000));
  CHECK(__logf(1) == 0);
  CHECK(__log2f(8) == 3);
  CHECK(__log10f(1000) == doctest::Approx(3));
  CHECK(__powf(2, 10) == 1024);
  CHECK(__sinf(0) == 0);
  CHECK(__cosf(0) == 1);
  CHECK(sinpif(0.5f) == 1);
  CHECK(cospif(1e7f) == 1);
  CHECK(normcdff(0) == 0.5f);
  float sine = 0, cosine = 0;
  sincosf(0, &sine, &cosine);
  CHECK(cosine == 1);
  __sincosf(0, &sine, &cosine);
  CHECK(sine == 0);
}

TEST_CASE("conversions say their rounding, and keep within their type") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rz(-2.7f) == -2);
  CHECK(__float2int_ru(-2.7f) == -2);
  CHECK(__float2int_rd(-2.2f) == -3);
  CHECK(__float2int_rz(1e20f) == std::numeric_limits<int>::max());
  CHECK(__float2int_rz(std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(__float2uint_rz(-1) == 0);
  CHECK(__double2int_rn(-1e300) == std::numeric_limits<int>::min());
  CHECK(__int2float_rn(16777217) == 16777216);
  CHECK(__longlong_as_double(__double_as_longlong(1.5)) == 1.5);
}

TEST_CASE("integer functions") {
  CHECK(__umulhi(0x80000000u, 6) == 3);
  CHECK(__mulhi(-1, 1) == -1);
  CHECK(__umul64hi(1ull << 63, 6) == 3);
  CHECK(__mul24(0x01000003, -2) == -6);
  CHECK(__hadd(-3, 0) == -2);
  CHECK(__rhadd(3, 4) == 4);
  CHECK(__sad(-2000000000, 2000000000, 1) == 4000000001u);
  CHECK(__usad(3, 5, 1) == 3);
  CHECK(umin(3, 0xffffffffu) == 3);
  CHECK(__brevll(1) == 1ull << 63);
  CHECK(__funnelshift_l(0x80000000u, 1, 1) == 3);
  CHECK(__funnelshift_r(2, 1, 1) == 0x80000001u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x0725) == 0x00772255u);
  CHECK(__byte_perm(0x80u, 0, 0x9998) == 0x000000ffu);
}

namespace {

__global__ void all_scopes(int* sums, __half* half_sum) {
  atomicAdd_block(&sums[0], 1);
  atomicAdd_system(&sums[1], 2);
  atomicMax_block(&sums[2], static_cast<int>(threadIdx.x));
  atomicCAS_system(&sums[3], 0, 9);
  atomicAdd(half_sum, __half(0.5f));
  __nanosleep(100);
}

__global__ void trap_at_7() {
  if (threadIdx.x == 7) __trap();
}

}  // namespace

TEST_CASE("atomics of a scope, and of halves") {
  const DeviceArray<int> sums(std::vector<int>(4, 0));
  const DeviceArray<__half> half_sum(std::vector<__half>{__half(1.0f)});
  all_scopes<<<2, 32>>>(sums.get(), half_sum.get());
  CHECK(sums.to_host() == std::vector<int>{64, 128, 31, 9});
  CHECK(static_cast<float>(half_sum.to_host()[0]) == 33.0f);
}

TEST_CASE("__trap stops the kernel and says where") {
  const ResetAtEnd reset;
  trap_at_7<<<1, 32>>>();
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("thread (7,0,0) of block (0,0,0) called __trap() at "));
}

TEST_CASE("what only tunes a GPU is taken") {
  CHECK(cudaFuncSetCacheConfig(trap_at_7, cudaFuncCachePreferL1) == cudaSuccess);
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared) == cudaSuccess);
  CHECK(cudaProfilerStart() == cudaSuccess);
  CHECK(cudaProfilerStop() == cudaSuccess);
}

TEST_CASE("the block size that holds most threads on the device") {
  int blocks = 0, size = 0, multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &size, trap_at_7) == cudaSuccess);
  CHECK(size == 1024);
  CHECK(blocks == 2 * multiprocessors);
  // 40 KiB a block: five fit, whatever their size; the largest holds most.
  cudaOccupancyMaxPotentialBlockSize(&blocks, &size, trap_at_7, 40 * 1024, 100);
  CHECK(size == 100);
  CHECK(blocks == 5 * multiprocessors);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &size, trap_at_7,
                                                 [](int threads) { return threads * 200; });
  CHECK(size == 576);  // twice, with 112.5 KiB and 1 KiB of the system's each
  CHECK(blocks == 2 * multiprocessors);
}
