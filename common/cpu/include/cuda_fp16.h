// Half precision: __half and __half2. Arithmetic is done in float and rounded once to the nearest
// half, ties to even, which for +, -, * and / is exactly the half result.
#pragma once
#include <cuda_runtime.h>

#include <bit>
#include <cmath>

namespace course::cpu {

inline float half_bits_to_float(unsigned short half) {
  const unsigned sign = (half & 0x8000u) << 16;
  const unsigned exponent = half >> 10 & 31u;
  const unsigned mantissa = half & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

inline unsigned short float_to_half_bits(float value) {
  const unsigned bits = std::bit_cast<unsigned>(value);
  const unsigned sign = bits >> 16 & 0x8000u;
  const unsigned magnitude = bits & 0x7fffffffu;
  unsigned half;
  if (magnitude > 0x7f800000u) {
    return 0x7fff;                        // every NaN becomes this one, as on a GPU
  } else if (magnitude >= 0x477ff000u) {  // 65520: half way from the largest half to the next
    half = 0x7c00;
  } else if (magnitude < 0x38800000u) {  // below the smallest normal half
    // Adding 0.5 leaves the mantissa's last bit at 2^-24, where a subnormal half ends.
    half = std::bit_cast<unsigned>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  } else {
    half = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  }
  return static_cast<unsigned short>(sign | half);
}

}  // namespace course::cpu

struct alignas(2) __half {
  unsigned short bits;

  __half() = default;
  __half(float value) : bits(course::cpu::float_to_half_bits(value)) {}
  __half(double value) : __half(static_cast<float>(value)) {}
  __half(int value) : __half(static_cast<float>(value)) {}
  operator float() const { return course::cpu::half_bits_to_float(bits); }
};
using half = __half;

struct alignas(4) __half2 {
  __half x, y;
};
using half2 = __half2;

// Conversions.
inline __half __float2half(float value) { return __half(value); }
inline __half __float2half_rn(float value) { return __half(value); }
inline float __half2float(__half value) { return value; }
inline __half __int2half_rn(int value) { return __half(static_cast<float>(value)); }
inline __half __ushort_as_half(unsigned short bits) { return std::bit_cast<__half>(bits); }
inline unsigned short __half_as_ushort(__half value) { return value.bits; }
inline __half __short_as_half(short bits) { return std::bit_cast<__half>(bits); }
inline short __half_as_short(__half value) { return std::bit_cast<short>(value); }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half value) { return {value, value}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __float2half2_rn(float value) { return {value, value}; }
inline __half2 __float22half2_rn(float2 value) { return {value.x, value.y}; }
inline float2 __half22float2(__half2 value) { return {value.x, value.y}; }
inline __half __low2half(__half2 value) { return value.x; }
inline __half __high2half(__half2 value) { return value.y; }
inline float __low2float(__half2 value) { return value.x; }
inline float __high2float(__half2 value) { return value.y; }

// Arithmetic.
#define COURSE_CPU_HALF_OPERATOR(op, name, name2)                                 \
  inline __half operator op(__half a, __half b) {                                 \
    return __half(static_cast<float>(a) op static_cast<float>(b));                \
  }                                                                               \
  inline __half& operator op##=(__half& a, __half b) { return a = a op b; }       \
  inline __half name(__half a, __half b) { return a op b; }                       \
  inline __half2 name2(__half2 a, __half2 b) { return {a.x op b.x, a.y op b.y}; } \
  inline __half2 operator op(__half2 a, __half2 b) { return name2(a, b); }        \
  inline __half2& operator op##=(__half2& a, __half2 b) { return a = name2(a, b); }
COURSE_CPU_HALF_OPERATOR(+, __hadd, __hadd2)
COURSE_CPU_HALF_OPERATOR(-, __hsub, __hsub2)
COURSE_CPU_HALF_OPERATOR(*, __hmul, __hmul2)
COURSE_CPU_HALF_OPERATOR(/, __hdiv, __h2div)
#undef COURSE_CPU_HALF_OPERATOR

inline __half operator-(__half value) {
  return __ushort_as_half(static_cast<unsigned short>(value.bits ^ 0x8000u));
}
inline __half __hneg(__half value) { return -value; }
inline __half __habs(__half value) {
  return __ushort_as_half(static_cast<unsigned short>(value.bits & 0x7fffu));
}
inline __half __hadd_rn(__half a, __half b) { return a + b; }
// The product is exact in double; the sum is rounded to double and then to half, which differs from
// one rounding only for sums that double cannot hold next to a half's tie.
inline __half __hfma(__half a, __half b, __half c) {
  const double product = static_cast<double>(static_cast<float>(a)) * static_cast<float>(b);
  return __half(static_cast<float>(product + static_cast<double>(static_cast<float>(c))));
}
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

// Comparisons. A NaN equals nothing.
#define COURSE_CPU_HALF_COMPARISON(op, name)               \
  inline bool operator op(__half a, __half b) {            \
    return static_cast<float>(a) op static_cast<float>(b); \
  }                                                        \
  inline bool name(__half a, __half b) { return a op b; }
COURSE_CPU_HALF_COMPARISON(==, __heq)
COURSE_CPU_HALF_COMPARISON(!=, __hne)
COURSE_CPU_HALF_COMPARISON(<, __hlt)
COURSE_CPU_HALF_COMPARISON(<=, __hle)
COURSE_CPU_HALF_COMPARISON(>, __hgt)
COURSE_CPU_HALF_COMPARISON(>=, __hge)
#undef COURSE_CPU_HALF_COMPARISON
inline bool __hisnan(__half value) { return std::isnan(static_cast<float>(value)); }
inline int __hisinf(__half value) {
  return value.bits == 0x7c00 ? 1 : value.bits == 0xfc00 ? -1 : 0;
}

// Atomics.
inline __half atomicAdd(__half* address, __half value) {
  const auto add = [value](unsigned short old) { return (__ushort_as_half(old) + value).bits; };
  return __ushort_as_half(
      course::cpu::read_modify_write(reinterpret_cast<unsigned short*>(address), add));
}
inline __half2 atomicAdd(__half2* address, __half2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};  // as documented
}
