// From a result file to the steps of the course.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/row/result_file.h"

namespace course::compare {

// A row with its speedup over the row with a time before it in the same lesson and problem.
struct Step {
  Row row;
  std::optional<double> over_previous;
};

// The rows of a file with repeats removed (the newest stands, in the place of the first), sorted by
// lesson, and the speedups worked out over all of them, whatever is filtered out later.
std::vector<Step> join(const ResultFile& file);

// The same text for rows of the same problem: backend, device, n, type, bins, workload and cache,
// apart from the fields named in `without`. An add and a histogram never have a problem in common.
std::string problem_of(const Row& row, const std::vector<std::string>& without = {});

// The steps of each problem, in the order in which the problems come.
std::vector<std::vector<Step>> by_problem(const std::vector<Step>& steps,
                                          const std::vector<std::string>& without = {});

}  // namespace course::compare
