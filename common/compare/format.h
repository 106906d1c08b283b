// Numbers as the tables print them: always '.' and ',' whatever the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace course::compare {

/// What stands where there is no value.
inline const char* const kMissing = "n/a";

/// Three significant digits, never fewer than the whole part: 0.944, 69.1, 1,234.
std::string format_significant(double value);

/// 268,435,456
std::string format_count(std::uint64_t value);

/// A size: 2^28 where it is a power of two from 2^10 up, else 100,000,000.
std::string format_size(std::uint64_t value);

/// Bytes of memory: 512 B, 132 KiB, 1.50 MiB.
std::string format_bytes(std::uint64_t value);

/// 281×
std::string format_speedup(double value);

/// 97 %, and 0.4 % below ten.
std::string format_percent(double value);

/// A missing value becomes kMissing.
template <class T, class Format>
std::string format_or_missing(const std::optional<T>& value, Format format) {
  return value ? format(*value) : std::string(kMissing);
}

/// Reads decimal digits and nothing else; nothing if there are none or 64 bits do not hold them.
std::optional<std::uint64_t> parse_whole(const std::string& digits);

/// Reads digits with an optional fraction, as 12 or 0.25; nothing for signs, exponents and the
/// rest.
std::optional<double> parse_decimal(const std::string& text);

/// Reads 268435456, 2^28, 64K, 16M or 1G; nothing for anything else.
std::optional<std::uint64_t> parse_size(const std::string& text);

}  // namespace course::compare
