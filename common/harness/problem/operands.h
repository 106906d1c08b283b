// The elements of an add's arrays, and the sums that they must give: on the host and in a kernel
// the same, bit for bit.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "common/harness/problem/random.h"

namespace course {

// Pairs of operands whose sum is easy to get wrong: zeros of all signs, subnormal numbers,
// infinity, overflow, and a difference that is subnormal.
constexpr std::uint64_t kSpecialValues = 8;
template <typename T>
__host__ __device__ T special_value(int operand, std::uint64_t which) {
  constexpr bool kIsFloat = std::is_same_v<T, float>;
  constexpr float kTiny = kIsFloat ? 0x1p-149f : 0x1p-24f;   // the smallest subnormal
  constexpr float kSmall = kIsFloat ? 0x1p-126f : 0x1p-14f;  // the smallest normal
  constexpr float kThree = 3 * kTiny, kFive = 5 * kTiny, kMinusHalf = -kSmall / 2;
  constexpr float kLarge = kIsFloat ? 0x1.fffffep127f : 65504.0f;
  constexpr float kInfinity = INFINITY;
  constexpr float kPairs[kSpecialValues][2] = {
      {-0.0f, -0.0f},  {-0.0f, 0.0f},     {0.0f, -0.0f},    {kTiny, 0.0f},
      {kThree, kFive}, {kInfinity, 1.0f}, {kLarge, kLarge}, {kSmall, kMinusHalf}};
  return T(kPairs[which][operand]);
}

// Random numbers of many magnitudes for element i of operand `operand`: the same on every machine,
// never NaN. Some float16 sums of them overflow to infinity and some are subnormal.
template <typename T>
__host__ __device__ T operand_value(std::uint64_t seed, int operand, std::size_t i) {
  // Anywhere, so that each lane of a pack gets them.
  const std::uint64_t draw = random_bits(~seed, i);
  if (draw % 16 == 0) return special_value<T>(operand, draw / 16 % kSpecialValues);
  const std::uint64_t bits = random_bits(seed * 2 + static_cast<std::uint64_t>(operand), i);
  // A magnitude from 2^-18 to 2^16: in float16 that reaches from subnormal to the largest numbers.
  const int exponent = static_cast<int>((bits >> 8) % 35) - 18;
  const float mantissa = static_cast<float>((bits >> 40) * 0x1p-24 * 2 - 1);
  return T(fminf(fmaxf(ldexpf(mantissa, exponent), -65504.0f), 65504.0f));
}

// What an add must give: float32 added once; float16 as the float32 sum of the two, rounded once to
// nearest even.
__host__ __device__ inline float reference_sum(float a, float b) { return a + b; }
__host__ __device__ inline __half reference_sum(__half a, __half b) {
  return __float2half(__half2float(a) + __half2float(b));
}

// Bit by bit, so that +0 and -0 differ. No sum above is NaN, so NaN is never the same.
template <typename T>
__host__ __device__ bool is_same(T got, T want) {
  std::conditional_t<sizeof(T) == 4, unsigned, unsigned short> got_bits, want_bits;
  memcpy(&got_bits, &got, sizeof got);
  memcpy(&want_bits, &want, sizeof want);
  return got_bits == want_bits;
}

// The two operands of an add; one element of the first may be changed.
template <typename T>
struct Operands {
  std::uint64_t seed = 1;
  std::size_t changed = SIZE_MAX;  // the index of that element

  __host__ __device__ T operator()(int number, std::size_t i) const {
    if (number == 1 || i != changed) return operand_value<T>(seed, number, i);
    // The other operand's opposite: the sum becomes 0.
    return T(-static_cast<float>(operand_value<T>(seed, 1, i)));
  }
  __host__ __device__ T sum(std::size_t i) const {
    return reference_sum((*this)(0, i), (*this)(1, i));
  }
};

}  // namespace course
