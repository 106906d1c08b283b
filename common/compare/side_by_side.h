// Two result files beside each other: two machines, two students, or work counted here beside
// times recorded elsewhere.
#pragma once

#include <string>
#include <vector>

#include "common/compare/query.h"
#include "common/compare/render.h"
#include "common/compare/steps.h"

namespace course::compare {

struct SideBySide {
  std::vector<Table> tables;
  std::vector<std::string> left_out;  // one line for a file with problems the other has not
};

// One table per problem and pair of devices.
// Both timed: time a, time b and a ÷ b. One from the CPU backend: its counts beside the other's
// times, for the same type, bins and workload; n may differ and is named for both. Both from the
// CPU backend: counts beside counts.
// Throws UsageError if the files have no problem in common.
SideBySide make_side_by_side(const ResultFile& a, const ResultFile& b, const Filter& filter);

}  // namespace course::compare
