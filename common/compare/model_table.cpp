#include "common/compare/model_table.h"

#include <algorithm>

#include "common/row/format.h"

namespace course::compare {
namespace {

constexpr double kFarOff = 2;

struct Group {
  const char* title;
  bool (*holds)(const Row&);
};

const Group kGroups[] = {
    {"int32, all workloads but sorted",
     [](const Row& row) { return row.type == "int32" && row.workload != "sorted"; }},
    {"int32, sorted",
     [](const Row& row) { return row.type == "int32" && row.workload == "sorted"; }},
    {"uint8", [](const Row& row) { return row.type == "uint8"; }},
    {"letters", [](const Row& row) { return row.type == "letters"; }},
    {"adds", [](const Row& row) { return !row.bins; }},
    {"all", [](const Row&) { return true; }},
};

// The middle of sorted values; of an even number of them, the mean of the middle two.
double median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

double factor_of(const Row& row) {
  const double ratio = *row.median_ms / *row.predicted_ms;
  return std::max(ratio, 1 / ratio);
}

Table make_model_table(const std::vector<Step>& steps) {
  Table table;
  table.columns = {{"rows", false},
                   {"number", true},
                   {"median factor", true},
                   {"worst factor", true},
                   {"beyond a factor of 2", true}};
  for (const Group& group : kGroups) {
    std::vector<double> factors;
    for (const Step& step : steps)
      if (step.row.has_time() && step.row.predicted_ms && group.holds(step.row))
        factors.push_back(factor_of(step.row));
    if (factors.empty()) continue;
    std::sort(factors.begin(), factors.end());
    const auto far_off = std::count_if(factors.begin(), factors.end(),
                                       [](double factor) { return factor > kFarOff; });
    table.cells.push_back({group.title, grouped(factors.size()), significant(median(factors)),
                           significant(factors.back()),
                           grouped(static_cast<std::uint64_t>(far_off))});
  }
  return table;
}

}  // namespace course::compare
