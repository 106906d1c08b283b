#include "common/row/format.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <locale>
#include <sstream>

#include "common/row/usage_error.h"

namespace course {
namespace {

std::string written(double value, std::ios::fmtflags form, int precision) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(form, std::ios::floatfield);
  out.precision(precision);
  out << value;
  return out.str();
}

// Commas between thousands, in front of the '.' if there is one.
std::string with_commas(std::string digits) {
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  std::size_t place = std::min(digits.find('.'), digits.size());
  while (place > first + 3) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

bool is_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// What a unit multiplies by, as a power of two; empty for what is no unit.
std::optional<int> shift_of(const std::string& unit) {
  if (unit.empty()) return 0;
  if (unit == "K") return 10;
  if (unit == "M") return 20;
  if (unit == "G") return 30;
  return std::nullopt;
}

}  // namespace

std::string grouped(std::uint64_t value) { return with_commas(std::to_string(value)); }

std::string decimals(double value, int places) { return written(value, std::ios::fixed, places); }

std::string exact(float value) { return written(value, std::ios::fmtflags(), 9); }

std::string significant(double value) {
  if (value == 0 || !std::isfinite(value)) return decimals(value, 0);
  // 9.996 rounds to 10.0, so the exponent is taken after rounding to three digits.
  const std::string text = written(value, std::ios::scientific, 2);
  const long exponent = std::strtol(text.c_str() + text.find('e') + 1, nullptr, 10);
  return with_commas(decimals(value, exponent >= 2 ? 0 : static_cast<int>(2 - exponent)));
}

std::string size_text(std::uint64_t value) {
  const bool power_of_two = value >= 1024 && (value & (value - 1)) == 0;
  if (!power_of_two) return grouped(value);
  int exponent = 0;
  while (value >>= 1) ++exponent;
  return "2^" + std::to_string(exponent);
}

std::string binary_bytes(std::uint64_t bytes) {
  static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double size = static_cast<double>(bytes);
  int unit = 0;
  // 1023.995 would be rounded to 1024.00.
  while (size >= (unit == 0 ? 1024 : 1023.995) && unit < 6) {
    size /= 1024;
    ++unit;
  }
  std::string number = decimals(size, 2);
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number + " " + units[unit];
}

std::optional<std::uint64_t> read_digits(const std::string& text) {
  if (!is_digits(text)) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const std::uint64_t digit = static_cast<std::uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<double> read_decimal(const std::string& text) {
  const std::size_t point = text.find('.');
  if (!is_digits(text.substr(0, point))) return std::nullopt;
  if (point != std::string::npos && !is_digits(text.substr(point + 1))) return std::nullopt;
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double value = 0;
  if (!(stream >> value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::uint64_t parse_count(const std::string& what, const std::string& text, std::uint64_t low,
                          std::uint64_t high) {
  const auto refuse = [&](const std::string& why) {
    return UsageError(what + " '" + text + "': " + why);
  };
  const bool power = text.rfind("2^", 0) == 0;
  const std::string number = power ? text.substr(2) : text;
  const std::string digits = number.substr(0, number.find_first_not_of("0123456789"));
  const std::optional<int> shift = shift_of(number.substr(digits.size()));
  if (digits.empty() || !shift || (power && *shift > 0)) {
    throw refuse("a whole number, such as 1000 or 64K (K, M, G: powers of two), is needed");
  }
  std::optional<std::uint64_t> value = read_digits(digits);
  if (power && value) {
    value = *value < 64 ? std::optional(std::uint64_t{1} << *value) : std::nullopt;
  }
  if (!value || *value > (UINT64_MAX >> *shift)) throw refuse("larger than 64 bits");
  *value <<= *shift;
  if (*value < low) throw refuse("at least " + std::to_string(low));
  if (*value > high) throw refuse("at most " + std::to_string(high));
  return *value;
}

}  // namespace course
