// Half precision, held bit for bit against a reference that knows only the definition.
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "device_array.h"

namespace {

double value_of(unsigned short bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// The nearest half of a finite double, ties to even.
unsigned short nearest_half(double value) {
  const unsigned short sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  const int exponent = std::max(std::ilogb(magnitude == 0 ? 1e-30 : magnitude), -14);
  const double units = std::nearbyint(std::ldexp(magnitude, 10 - exponent));
  const double rounded = std::ldexp(units, exponent - 10);
  if (rounded >= 65536) return sign | 0x7c00;
  for (unsigned low = 0, high = 0x7c00;;) {  // positive halves are ordered like their bits
    const unsigned middle = (low + high) / 2;
    if (value_of(static_cast<unsigned short>(middle)) == rounded) return sign | middle;
    (value_of(static_cast<unsigned short>(middle)) < rounded ? low : high) = middle;
  }
}

bool is_finite(unsigned bits) { return (bits >> 10 & 31) != 31; }
__half half_of(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }

}  // namespace

TEST_CASE("every half survives the way to float and back") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = __half2float(half_of(bits));
    if (is_finite(bits)) wrong += value != value_of(static_cast<unsigned short>(bits));
    const bool is_nan = !is_finite(bits) && (bits & 1023) != 0;
    wrong += is_nan ? !std::isnan(value) : __half_as_ushort(__float2half(value)) != bits;
  }
  CHECK(wrong == 0);
}

TEST_CASE("floats between two halves go to the nearest, ties to even") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const double low = value_of(static_cast<unsigned short>(bits));
    const double high = value_of(static_cast<unsigned short>(bits + 1));
    const auto middle = static_cast<float>((low + high) / 2);
    for (const float value : {std::nextafter(middle, 0.0f), middle,
                              std::nextafter(middle, std::numeric_limits<float>::infinity())}) {
      wrong += __half_as_ushort(__float2half_rn(value)) != nearest_half(value);
      wrong += __half_as_ushort(__float2half_rn(-value)) != nearest_half(-value);
    }
  }
  CHECK(wrong == 0);
  CHECK(__half_as_ushort(__float2half(65519.0f)) == 0x7bff);
  CHECK(__half_as_ushort(__float2half(65520.0f)) == 0x7c00);
  CHECK(__half_as_ushort(__float2half(-1e30f)) == 0xfc00);
  CHECK(__half_as_ushort(__float2half(1e-30f)) == 0);
  CHECK(__half_as_ushort(__float2half(std::nanf(""))) == 0x7fff);
}

__global__ void add_halves(const __half2* a, const __half2* b, __half2* sums, __half* single,
                           int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  sums[i] = __hadd2(a[i], b[i]);
  single[i] = __low2half(a[i]) + __low2half(b[i]);
}

TEST_CASE("half sums in a kernel are exact sums, rounded once") {
  const int n = 20000;
  std::vector<__half2> a, b;
  unsigned state = 1;
  const auto next = [&] {
    do {
      state = state * 1664525u + 1013904223u;
    } while (!is_finite(state >> 16));
    return half_of(state >> 16);
  };
  for (int i = 0; i < n; ++i) {
    a.push_back(__halves2half2(next(), next()));
    b.push_back(__halves2half2(next(), next()));
  }
  const DeviceArray<__half2> left(a), right(b), sums(n);
  const DeviceArray<__half> single(n);
  add_halves<<<(n + 127) / 128, 128>>>(left.get(), right.get(), sums.get(), single.get(), n);
  const auto pairs = sums.to_host();
  const auto lows = single.to_host();
  int wrong = 0;
  const auto exact = [](__half x, __half y) {
    return nearest_half(value_of(__half_as_ushort(x)) + value_of(__half_as_ushort(y)));
  };
  for (int i = 0; i < n; ++i) {
    wrong += __half_as_ushort(pairs[i].x) != exact(a[i].x, b[i].x);
    wrong += __half_as_ushort(pairs[i].y) != exact(a[i].y, b[i].y);
    wrong += __half_as_ushort(lows[i]) != exact(a[i].x, b[i].x);
  }
  CHECK(wrong == 0);
}

TEST_CASE("half comparisons and conversions") {
  const __half one = __float2half(1.0f), two = __float2half(2.0f);
  const __half nan = half_of(0x7e00);
  CHECK((one < two && two > one && one <= one && one >= one && one == one && one != two));
  CHECK(!(nan == nan));
  CHECK(__hisnan(nan));
  CHECK(half_of(0x8000) == half_of(0));
  const float2 pair = __half22float2(__floats2half2_rn(1.5f, -2.0f));
  CHECK(pair.x == 1.5f);
  CHECK(pair.y == -2.0f);
  CHECK(__half2float(one + two * two) == 5.0f);
  CHECK(__half2float(-one) == -1.0f);
  static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4);
}
