// Numbers as text and back. Always '.' for decimals, whatever the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace course {

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t value);

// With as many digits as tell any two floats apart: "0.100000001", "1.40129846e-45".
std::string exact(float value);

// A number with a fixed number of decimals.
std::string decimals(double value, int places);

// Three significant digits, never fewer than the whole part, never an exponent: 0.0123, 69.1,
// 1,234.
std::string significant(double value);

// A size: 2^28 where it is a power of two from 2^10 up, else 100,000,000.
std::string size_text(std::uint64_t value);

// Bytes in the binary unit that fits: 512 B, 48 KiB, 1.03 MiB.
std::string binary_bytes(std::uint64_t bytes);

// Decimal digits and nothing else; empty if there are none or 64 bits do not hold them.
std::optional<std::uint64_t> read_digits(const std::string& text);

// Digits with an optional fraction, as 12 or 0.25; empty for signs, exponents and the rest.
std::optional<double> read_decimal(const std::string& text);

// Reads the whole text as a count: digits, then at most one of K, M, G (powers of two); or 2^28.
// Throws UsageError naming `what` for a sign, a fraction, an exponent, trailing characters, an
// empty text, a value beyond 64 bits or outside [low, high].
std::uint64_t parse_count(const std::string& what, const std::string& text, std::uint64_t low = 0,
                          std::uint64_t high = UINT64_MAX);

}  // namespace course
