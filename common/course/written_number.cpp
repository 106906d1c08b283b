#include "common/course/written_number.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "common/row/format.h"

namespace course {
namespace {

// What a prefix multiplies by; with `kilo` = 1,024 also K, M and G of the course's --n.
double scale_of(const std::string& prefix, double kilo) {
  static const std::map<std::string, int> thousands = {
      {"", 0},  {"n", -3}, {"u", -2}, {"µ", -2},       {"m", -1},      {"k", 1},      {"K", 1},
      {"M", 2}, {"G", 3},  {"T", 4},  {"thousand", 1}, {"million", 2}, {"billion", 3}};
  return std::pow(kilo, thousands.at(prefix));
}

// Reads the unit at the beginning of a text, with its prefix, or a prefix alone, as in 512K.
void read_unit(const std::string& text, WrittenNumber& number) {
  static const std::regex form(
      "(?:(?:([num]|µ)?(s|sec|seconds?)|"
      "(thousand|million|billion|[kKMGT])?\\s*"
      "([Ff][Ll][Oo][Pp](?:[sS]?(?:/s| per second)|[sS](?!\\s*(?:/|per))))|"  // not FLOPs/byte
      "(thousand|million|billion)|([kKMG])(i?))(?![A-Za-z0-9]))?\\s*");
  std::smatch parts;
  std::regex_search(text, parts, form, std::regex_constants::match_continuous);
  number.rest = parts.suffix();
  if (parts[2].matched) number.unit = "s";
  if (parts[4].matched) number.unit = "FLOP/s";
  number.factor = scale_of(parts[1].str() + parts[3].str(), 1000);
  const double thousands = scale_of(parts[5], 1000);
  const double binary = scale_of(parts[6], 1024);
  const bool is_binary = parts[7].length() > 0;  // Ki
  number.binary = number.value * number.factor * thousands * binary;
  number.value *= number.factor * thousands * (is_binary ? binary : scale_of(parts[6], 1000));
  if (parts[5].matched || !number.unit.empty()) number.is_exact = false;
}

}  // namespace

std::optional<WrittenNumber> read_number(const std::string& text) {
  static const std::regex form(
      "\\s*((?:[1-9]\\d{0,2}(?:([,' _])\\d{3}(?!\\d))(?:\\2\\d{3}(?!\\d))*|\\d+)?(?:\\.\\d+)?)"
      "(?:(?:[eE]|\\s*(?:[*x]|×|·)\\s*10\\^)([+-]?\\d{1,3}))?"  // 1e7, 1 × 10^7
      "(?:\\^(\\d{1,3}))?"                                      // 2^19
      "(?:\\s*/\\s*(\\d+))?\\s*");                              // 1/6
  constexpr std::size_t kLongest = 300;  // std::regex calls itself for each character
  if (text.size() > kLongest) return std::nullopt;
  std::smatch parts;
  std::regex_search(text, parts, form, std::regex_constants::match_continuous);
  std::string digits = parts[1];
  digits.erase(std::remove_if(digits.begin(), digits.end(),
                              [](char c) { return c != '.' && (c < '0' || c > '9'); }),
               digits.end());
  std::optional<double> value = read_decimal(digits[0] == '.' ? "0" + digits : digits);
  if (!value) return std::nullopt;
  if (parts[4].matched) value = std::pow(*value, std::stoi(parts[4]));
  if (parts[3].matched) *value *= std::pow(10, std::stoi(parts[3]));
  if (parts[5].matched) *value /= *read_decimal(parts[5]);
  if (!std::isfinite(*value)) return std::nullopt;
  WrittenNumber number;
  number.value = *value;
  number.is_exact = digits.find('.') == std::string::npos && !parts[5].matched;
  read_unit(parts.suffix(), number);
  return number;
}

}  // namespace course
