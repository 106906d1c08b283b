// Variants beside each other: where a library is ahead it is seen.
#pragma once

#include <vector>

#include "common/compare/render.h"
#include "common/compare/steps.h"

namespace course::compare {

// A row for each number of bins and workload, a column of times for each variant; one table for
// each device, type, n and cache. Not every variant needs a time for each row.
std::vector<Table> make_bins_tables(const std::vector<Step>& steps);

}  // namespace course::compare
