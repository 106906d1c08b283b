// Numbers as text and back. Always '.' for decimals, whatever the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace course {

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t value);

// With as many digits as tell any two floats apart: "0.100000001", "1.40129846e-45".
std::string exact(float value);

// A number with a fixed number of decimals.
std::string decimals(double value, int places);

// At least three significant digits, never an exponent: 0.0123, 0.944, 69.1, 1,234.
std::string significant(double value);

// Bytes in the binary unit that fits: 512 B, 48 KiB, 1.5 GiB.
std::string binary_bytes(std::uint64_t bytes);

// Reads the whole text as a count: digits, then at most one of K, M, G (powers of two).
// Throws UsageError naming `what` for a sign, a fraction, an exponent, trailing characters, an
// empty text, a value beyond 64 bits or outside [low, high].
std::uint64_t parse_count(const std::string& what, const std::string& text, std::uint64_t low = 0,
                          std::uint64_t high = UINT64_MAX);

}  // namespace course
