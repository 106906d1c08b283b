// Device functions of mathematics that <cmath> lacks. The fast ones of CUDA (__expf and the like)
// are as precise here as the others: a GPU's results differ in the last bits.
#pragma once
#include <math.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

inline float rsqrtf(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return static_cast<float>(1.0 / std::cbrt(static_cast<double>(x))); }
inline double rcbrt(double x) { return 1.0 / std::cbrt(x); }
inline float rhypotf(float x, float y) {
  return static_cast<float>(1.0 / std::hypot(static_cast<double>(x), static_cast<double>(y)));
}
inline double rhypot(double x, double y) { return 1.0 / std::hypot(x, y); }
inline float norm3df(float x, float y, float z) { return std::hypot(x, y, z); }
inline double norm3d(double x, double y, double z) { return std::hypot(x, y, z); }
inline float fdividef(float x, float y) { return x / y; }
inline float __fdividef(float x, float y) { return x / y; }

// In [0, 1]; 0 for a NaN.
inline float __saturatef(float x) { return x > 0 ? std::min(x, 1.0f) : 0.0f; }

inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return std::pow(10.0f, x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __tanhf(float x) { return std::tanh(x); }
inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

// Of x times pi.
inline float sinpif(float x) { return static_cast<float>(std::sin(M_PI * std::fmod(x, 2.0))); }
inline float cospif(float x) { return static_cast<float>(std::cos(M_PI * std::fmod(x, 2.0))); }
inline double sinpi(double x) { return std::sin(M_PI * std::fmod(x, 2.0)); }
inline double cospi(double x) { return std::cos(M_PI * std::fmod(x, 2.0)); }
inline float normcdff(float x) {
  return static_cast<float>(std::erfc(-static_cast<double>(x) * M_SQRT1_2) / 2);
}
inline double normcdf(double x) { return std::erfc(-x * M_SQRT1_2) / 2; }

// Operations whose rounding is in their name: to the nearest number.
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return std::sqrt(x); }

// Conversions: rn to the nearest, ties to even; rz towards 0; ru up; rd down. What does not fit
// becomes the nearest that does, and a NaN 0, as on a GPU.
namespace course::cpu {
template <class Integer, class Float>
Integer to_integer(Float value) {
  using Limits = std::numeric_limits<Integer>;
  if (!(value == value)) return 0;
  if (value <= static_cast<Float>(Limits::min())) return Limits::min();
  if (value >= static_cast<Float>(Limits::max())) return Limits::max();
  return static_cast<Integer>(value);
}
}  // namespace course::cpu

#define COURSE_CPU_TO_INTEGER(Float, from, Integer, to)     \
  inline Integer __##from##2##to##_rn(Float x) {            \
    return course::cpu::to_integer<Integer>(std::rint(x));  \
  }                                                         \
  inline Integer __##from##2##to##_rz(Float x) {            \
    return course::cpu::to_integer<Integer>(std::trunc(x)); \
  }                                                         \
  inline Integer __##from##2##to##_ru(Float x) {            \
    return course::cpu::to_integer<Integer>(std::ceil(x));  \
  }                                                         \
  inline Integer __##from##2##to##_rd(Float x) {            \
    return course::cpu::to_integer<Integer>(std::floor(x)); \
  }
COURSE_CPU_TO_INTEGER(float, float, int, int)
COURSE_CPU_TO_INTEGER(float, float, unsigned, uint)
COURSE_CPU_TO_INTEGER(float, float, long long, ll)
COURSE_CPU_TO_INTEGER(float, float, unsigned long long, ull)
COURSE_CPU_TO_INTEGER(double, double, int, int)
COURSE_CPU_TO_INTEGER(double, double, unsigned, uint)
COURSE_CPU_TO_INTEGER(double, double, long long, ll)
COURSE_CPU_TO_INTEGER(double, double, unsigned long long, ull)
#undef COURSE_CPU_TO_INTEGER
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
inline int __double2hiint(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32);
}
inline int __double2loint(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x)); }

// Integers.
inline int __mulhi(int x, int y) { return static_cast<int>((static_cast<long long>(x) * y) >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
// Of the lower 24 bits.
inline int __mul24(int x, int y) {
  const auto sign_extended = [](int value) {
    return static_cast<int>(static_cast<unsigned>(value) << 8) >> 8;
  };
  return static_cast<int>(static_cast<long long>(sign_extended(x)) * sign_extended(y));
}
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
// The average, rounded down or up; |x - y| + z.
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
inline unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
inline unsigned __sad(int x, int y, unsigned z) {
  const long long difference = static_cast<long long>(x) - y;
  return static_cast<unsigned>(difference < 0 ? -difference : difference) + z;
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
inline unsigned umin(unsigned x, unsigned y) { return y < x ? y : x; }
inline unsigned umax(unsigned x, unsigned y) { return x < y ? y : x; }
inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int bit = 0; bit < 64; ++bit) reversed |= (x >> bit & 1u) << (63 - bit);
  return reversed;
}
// The upper word of high:low shifted left, the lower word of it shifted right.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const auto both = static_cast<std::uint64_t>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31u) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const auto both = static_cast<std::uint64_t>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31u));
}
// Four bytes of the eight in y:x, each chosen by four bits; the highest of these asks for its sign.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const auto both = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned chosen = selector >> (4 * i) & 15u;
    unsigned byte = static_cast<unsigned>(both >> ((chosen & 7u) * 8)) & 0xffu;
    if ((chosen & 8u) != 0) byte = (byte & 0x80u) != 0 ? 0xffu : 0;
    result |= byte << (8 * i);
  }
  return result;
}
