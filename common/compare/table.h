// The course's tables: the steps of one problem, below each other.
#pragma once

#include <vector>

#include "common/compare/query.h"
#include "common/compare/render.h"
#include "common/compare/steps.h"

namespace course::compare {

// One table per problem in the order of the course. A field of the problem that is among the
// columns does not part tables. Throws UsageError if no row passes the filter.
std::vector<Table> make_tables(const ResultFile& file, const Query& query);

}  // namespace course::compare
