// Numbers as people write them: 589,696, 512K, 1e7, 1/6, "73 million", "4.55 GFLOP/s".
#pragma once

#include <optional>
#include <string>

namespace course {

struct WrittenNumber {
  double value = 0;      // in s, FLOP/s or what is counted; K, M and G are powers of 1,000
  double binary = 0;     // the same, but K, M and G are powers of 1,024, as in --n
  double factor = 1;     // of its unit: 1e-3 for ms
  bool is_exact = true;  // whole, and written in full
  std::string unit;      // "s" or "FLOP/s"; "" without one
  std::string rest;      // what follows
};

// Empty if the text does not begin with a number.
std::optional<WrittenNumber> read_number(const std::string& text);

}  // namespace course
