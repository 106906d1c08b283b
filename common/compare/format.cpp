#include "common/compare/format.h"

#include <cmath>
#include <cstdlib>
#include <locale>
#include <sstream>

namespace course::compare {
namespace {

std::string fixed(double value, int decimals) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.setf(std::ios::fixed);
  stream.precision(decimals);
  stream << value;
  return stream.str();
}

std::string with_thousands(std::string digits) {
  const std::size_t point = digits.find('.');
  std::size_t place = point == std::string::npos ? digits.size() : point;
  while (place > 3) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

int significant_decimals(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  // 9.996 rounds to 10.0, so the exponent is taken after rounding to three digits.
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.setf(std::ios::scientific);
  stream.precision(2);
  stream << value;
  const std::string text = stream.str();
  const long exponent = std::strtol(text.c_str() + text.find('e') + 1, nullptr, 10);
  return exponent >= 2 ? 0 : static_cast<int>(2 - exponent);
}

}  // namespace

std::string format_significant(double value) {
  return with_thousands(fixed(value, significant_decimals(value)));
}

std::string format_count(std::uint64_t value) { return with_thousands(std::to_string(value)); }

std::string format_size(std::uint64_t value) {
  const bool power_of_two = value >= 1024 && (value & (value - 1)) == 0;
  if (!power_of_two) return format_count(value);
  int exponent = 0;
  while (value >>= 1) ++exponent;
  return "2^" + std::to_string(exponent);
}

std::string format_bytes(std::uint64_t value) {
  if (value < 1024) return std::to_string(value) + " B";
  const char* const units[] = {"KiB", "MiB", "GiB"};
  int unit = 0;
  double scaled = static_cast<double>(value) / 1024;
  while (scaled >= 1024 && unit < 2) {
    scaled /= 1024;
    ++unit;
  }
  const bool whole = scaled == std::floor(scaled);
  return (whole ? with_thousands(fixed(scaled, 0)) : format_significant(scaled)) + " " +
         units[unit];
}

std::string format_speedup(double value) { return format_significant(value) + "×"; }

std::string format_percent(double value) {
  // 9.96 is printed as 10, not as 10.0.
  return fixed(value, value < 9.95 ? 1 : 0) + " %";
}

std::optional<std::uint64_t> parse_whole(const std::string& digits) {
  if (digits.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const std::uint64_t digit = static_cast<std::uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<double> parse_decimal(const std::string& text) {
  const std::size_t point = text.find('.');
  const bool fraction = point != std::string::npos;
  const auto digits = [](const std::string& part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!digits(text.substr(0, point)) || (fraction && !digits(text.substr(point + 1))))
    return std::nullopt;
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double value = 0;
  if (!(stream >> value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_size(const std::string& text) {
  if (text.rfind("2^", 0) == 0) {
    const std::optional<std::uint64_t> exponent = parse_whole(text.substr(2));
    if (!exponent || *exponent > 63) return std::nullopt;
    return std::uint64_t{1} << *exponent;
  }
  const std::string suffixes = "KMG";
  const std::size_t suffix = text.empty() ? std::string::npos : suffixes.find(text.back());
  if (suffix == std::string::npos) return parse_whole(text);
  const std::uint64_t unit = std::uint64_t{1} << (10 * (suffix + 1));
  const std::optional<std::uint64_t> value = parse_whole(text.substr(0, text.size() - 1));
  if (!value || *value > UINT64_MAX / unit) return std::nullopt;
  return *value * unit;
}

}  // namespace course::compare
