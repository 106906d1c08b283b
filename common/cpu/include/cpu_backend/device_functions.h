// Small device functions: bits, minimum and maximum, cached loads, clocks.
#pragma once
#include <bit>
#include <chrono>
#include <cmath>
#include <type_traits>

#include <cpu_backend/running_thread.h>

inline int __popc(unsigned value) { return std::popcount(value); }
inline int __popcll(unsigned long long value) { return std::popcount(value); }
inline int __clz(int value) { return std::countl_zero(static_cast<unsigned>(value)); }
inline int __clzll(long long value) {
  return std::countl_zero(static_cast<unsigned long long>(value));
}
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline unsigned __brev(unsigned value) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (value >> bit & 1u) << (31 - bit);
  return reversed;
}

// CUDA's min and max take any two numbers, of different types as well.
template <class Left, class Right>
requires std::is_arithmetic_v<Left>&& std::is_arithmetic_v<Right> constexpr auto min(Left a,
                                                                                     Right b) {
  using Common = std::common_type_t<Left, Right>;
  return static_cast<Common>(b) < static_cast<Common>(a) ? static_cast<Common>(b)
                                                         : static_cast<Common>(a);
}
template <class Left, class Right>
requires std::is_arithmetic_v<Left>&& std::is_arithmetic_v<Right> constexpr auto max(Left a,
                                                                                     Right b) {
  using Common = std::common_type_t<Left, Right>;
  return static_cast<Common>(a) < static_cast<Common>(b) ? static_cast<Common>(b)
                                                         : static_cast<Common>(a);
}

// Cache hints change no result.
template <class Value>
__forceinline__ Value __ldg(const Value* address) {
  return *address;
}
template <class Value>
__forceinline__ Value __ldcg(const Value* address) {
  return *address;
}
template <class Value>
__forceinline__ Value __ldcs(const Value* address) {
  return *address;
}
template <class Value>
__forceinline__ void __stcg(Value* address, Value value) {
  *address = value;
}
template <class Value>
__forceinline__ void __stcs(Value* address, Value value) {
  *address = value;
}

// Minimum and maximum of the two 16-bit halves of a word, each by itself.
namespace course::cpu {
template <class Half, class Choose>
unsigned by_halves(unsigned a, unsigned b, Choose choose) {
  const auto low = static_cast<unsigned short>(choose(static_cast<Half>(a), static_cast<Half>(b)));
  const auto high =
      static_cast<unsigned short>(choose(static_cast<Half>(a >> 16), static_cast<Half>(b >> 16)));
  return static_cast<unsigned>(high) << 16 | low;
}
}  // namespace course::cpu
inline unsigned __vmins2(unsigned a, unsigned b) {
  return course::cpu::by_halves<short>(a, b, [](short x, short y) { return y < x ? y : x; });
}
inline unsigned __vmaxs2(unsigned a, unsigned b) {
  return course::cpu::by_halves<short>(a, b, [](short x, short y) { return x < y ? y : x; });
}
inline unsigned __vminu2(unsigned a, unsigned b) {
  using Half = unsigned short;
  return course::cpu::by_halves<Half>(a, b, [](Half x, Half y) { return y < x ? y : x; });
}
inline unsigned __vmaxu2(unsigned a, unsigned b) {
  using Half = unsigned short;
  return course::cpu::by_halves<Half>(a, b, [](Half x, Half y) { return x < y ? y : x; });
}

inline float __int_as_float(int bits) { return std::bit_cast<float>(bits); }
inline int __float_as_int(float value) { return std::bit_cast<int>(value); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }

// Nanoseconds rather than cycles: a CPU's kernel has no GPU clock to tell.
inline long long clock64() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

// Stops the kernel with an error.
[[noreturn]] void __trap(course::cpu::SourceLine at = course::cpu::SourceLine::here());
// A thread does not give way here either, but it can be stopped.
void __nanosleep(unsigned nanoseconds);
