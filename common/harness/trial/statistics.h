// Summary of repeated timings. The median, because one interrupted repetition must not move it.
#pragma once

#include <cstddef>
#include <vector>

namespace course {

struct Statistics {
  double median = 0;  // all three in the unit of the values, milliseconds in the harness
  double minimum = 0;
  double interquartile_range = 0;  // 75th minus 25th percentile: the spread of the middle half
  std::size_t count = 0;
};

// The p-th quantile, 0 <= p <= 1, by linear interpolation between the two nearest ranks.
// Throws std::invalid_argument when there is no value or p is outside [0, 1].
double quantile(std::vector<double> values, double p);

// Throws std::invalid_argument when there is no value.
Statistics summarize(const std::vector<double>& values);

}  // namespace course
