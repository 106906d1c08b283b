// Joins the rows of a result file into the course's table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/compare/csv.h"
#include "common/compare/select.h"

namespace course::compare {

/// A finished table: what was run, and the cells as text.
struct Table {
  std::string heading;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> cells;
};

/// A row with its speedup over the row with a time before it in the same lesson and problem.
struct Step {
  Row row;
  std::optional<double> over_previous;
};

/// The rows of a file with repeats removed (the newest stands, in the place of the first), sorted
/// by lesson, and the step speedups worked out over all of them, whatever is filtered out later.
std::vector<Step> join(const ResultFile& file);

/// True if two rows have the same device, n, type, bins, workload and cache.
bool same_problem(const Row& a, const Row& b);

/// "NVIDIA H200, n = 2^28, int32, 256 bins, uniform, cold L2", without the fields in `columns`.
std::string describe_problem(const Row& row, const std::vector<Column>& columns = {});

/// What describe_problem says after the device.
std::string describe_input(const Row& row, const std::vector<Column>& columns = {});

/// "wrong on purpose": the status as a reader sees it.
std::string spoken_status(Status status);

/// The time, or why there is none.
std::string time_cell(const Row& row, const std::optional<double>& ms);

struct TableOptions {
  Filter filter;
  std::vector<Column> columns;  // empty: chosen per table
  bool with_ledger = true;      // whether the chosen columns include the ledger of timed rows
};

/// One table per problem in the order of the course. A field of the problem that is among the
/// columns does not part tables. Throws InputError if no row passes the filter.
std::vector<Table> make_tables(const ResultFile& file, const TableOptions& options);

}  // namespace course::compare
