#include "common/compare/steps.h"

#include <algorithm>
#include <map>

namespace course::compare {

std::string problem_of(const Row& row, const std::vector<std::string>& without) {
  std::string problem = row.bins ? "histogram" : "add";
  for (const char* field : {"backend", "device", "n", "type", "bins", "workload", "cache"}) {
    if (std::find(without.begin(), without.end(), field) != without.end()) continue;
    problem += "," + csv_column(field)->write(row);
  }
  return problem;
}

std::vector<std::vector<Step>> by_problem(const std::vector<Step>& steps,
                                          const std::vector<std::string>& without) {
  std::vector<std::vector<Step>> problems;
  std::map<std::string, std::size_t> place;
  for (const Step& step : steps) {
    const auto [known, is_new] = place.try_emplace(problem_of(step.row, without), problems.size());
    if (is_new) problems.emplace_back();
    problems[known->second].push_back(step);
  }
  return problems;
}

std::vector<Step> join(const ResultFile& file) {
  std::vector<Step> steps;
  std::map<std::vector<std::string>, std::size_t> place;
  for (const Row& row : file.rows) {
    const auto [known, is_new] =
        place.try_emplace({row.lesson, row.variant, problem_of(row)}, steps.size());
    if (is_new) steps.emplace_back();
    steps[known->second].row = row;
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.row.lesson < b.row.lesson; });
  std::map<std::vector<std::string>, double> previous_ms;
  for (Step& step : steps) {
    if (!step.row.has_time()) continue;
    const double ms = *step.row.median_ms;
    const auto [previous, is_first] =
        previous_ms.try_emplace({step.row.lesson, problem_of(step.row)}, ms);
    if (!is_first) step.over_previous = previous->second / ms;
    previous->second = ms;
  }
  return steps;
}

}  // namespace course::compare
