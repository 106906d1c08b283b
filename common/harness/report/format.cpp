#include "common/harness/report/format.h"

#include <cmath>
#include <locale>
#include <sstream>

#include "common/harness/device/check.h"

namespace course {

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, 1, ',');
  return digits;
}

std::string decimals(double value, int places) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(std::ios::fixed);
  out.precision(places);
  out << value;
  return out.str();
}

std::string exact(float value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(9);
  out << value;
  return out.str();
}

std::string significant(double value) {
  const double size = std::fabs(value);
  if (size >= 1000) return grouped(static_cast<std::uint64_t>(std::llround(value)));
  int places = 2;
  for (double limit = 1; limit > size && places < 9; limit /= 10) ++places;
  for (double limit = 10; limit <= size && places > 0; limit *= 10) --places;
  const std::string text = decimals(value, places);
  return text == "1000" ? "1,000" : text;  // 999.6, rounded
}

std::string binary_bytes(std::uint64_t bytes) {
  static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double size = static_cast<double>(bytes);
  int unit = 0;
  while (size >= 1024 && unit < 6) {
    size /= 1024;
    ++unit;
  }
  if (size >= 1023.95 && unit < 6) {  // would be rounded to 1024.0
    size = 1;
    ++unit;
  }
  const std::string number = decimals(size, size == std::floor(size) ? 0 : 1);
  return number + " " + units[unit];
}

std::uint64_t parse_count(const std::string& what, const std::string& text, std::uint64_t low,
                          std::uint64_t high) {
  const auto refuse = [&](const std::string& why) {
    return UsageError(what + " '" + text + "': " + why);
  };
  std::uint64_t value = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    const std::uint64_t digit = static_cast<std::uint64_t>(text[at] - '0');
    if (value > (UINT64_MAX - digit) / 10) throw refuse("larger than 64 bits");
    value = value * 10 + digit;
  }
  if (at == 0) throw refuse("a whole number, such as 1000 or 64K, is needed");
  if (at < text.size()) {
    const char unit = text[at++];
    const int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
    if (shift == 0 || at != text.size()) {
      throw refuse("a whole number, such as 1000 or 64K (K, M, G: powers of two), is needed");
    }
    if (value > (UINT64_MAX >> shift)) throw refuse("larger than 64 bits");
    value <<= shift;
  }
  if (value < low) throw refuse("at least " + std::to_string(low));
  if (value > high) throw refuse("at most " + std::to_string(high));
  return value;
}

}  // namespace course
