#include "common/harness/trial/statistics.h"

#include <algorithm>
#include <stdexcept>

namespace course {

double quantile(std::vector<double> values, double p) {
  if (values.empty()) throw std::invalid_argument("no values to summarize");
  if (!(p >= 0 && p <= 1)) throw std::invalid_argument("a quantile lies between 0 and 1");
  std::sort(values.begin(), values.end());
  const double rank = p * static_cast<double>(values.size() - 1);
  const std::size_t below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (rank - static_cast<double>(below)) * (values[above] - values[below]);
}

Statistics summarize(const std::vector<double>& values) {
  Statistics s;
  s.median = quantile(values, 0.5);
  s.minimum = quantile(values, 0);
  s.interquartile_range = quantile(values, 0.75) - quantile(values, 0.25);
  s.count = values.size();
  return s;
}

}  // namespace course
