#include "common/compare/table.h"

#include <algorithm>
#include <utility>

#include "common/compare/bins_table.h"
#include "common/compare/model_table.h"
#include "common/row/usage_error.h"

namespace course::compare {
namespace {

using Steps = std::vector<Step>;

// What a table shows unless told otherwise. Columns of counted work in which no row has a number
// are left out.
std::vector<Column> default_columns(const Steps& steps, const Query& query) {
  std::vector<std::string> keys;
  if (!query.filter.fixes_lesson()) keys.push_back("lesson");
  keys.push_back("variant");
  const bool counted_only = steps.front().row.on_cpu_backend();
  const bool predicted_only = steps.front().row.is_prediction();
  if (counted_only)
    keys.push_back("status");
  else if (predicted_only)
    keys.insert(keys.end(), {"predicted", "bound"});
  else
    keys.insert(keys.end(), {"ms", "gbs", "ceiling", "speedup", "step"});
  std::vector<Column> columns = columns_named(keys);
  if (!query.with_ledger && !counted_only) return columns;
  for (const Column& column : columns_named({"global", "shared", "queue", "workspace"})) {
    const auto has_number = [&](const Step& step) { return column.cell(step) != kMissing; };
    if (std::any_of(steps.begin(), steps.end(), has_number)) columns.push_back(column);
  }
  return columns;
}

Table make_table(Steps steps, const Query& query) {
  // A sweep in one table reads from small to large, with the variants of one size together.
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::make_pair(a.row.n, a.row.bins) < std::make_pair(b.row.n, b.row.bins);
  });
  const std::vector<Column> columns =
      query.columns.empty() ? default_columns(steps, query) : query.columns;
  Table table;
  table.heading = describe_problem(steps.front().row, columns);
  for (const Column& column : columns) table.columns.push_back({column.title, column.number});
  for (const Step& step : steps) {
    table.cells.emplace_back();
    for (const Column& column : columns) table.cells.back().push_back(column.cell(step));
  }
  return table;
}

}  // namespace

std::vector<Table> make_tables(const ResultFile& file, const Query& query) {
  const Steps steps = select(file, query.filter);
  if (steps.empty()) throw UsageError(file.path + ": no row fits " + query.filter.text());
  std::vector<Table> tables;
  if (query.form == Query::Form::bins) return make_bins_tables(steps);
  if (query.form == Query::Form::model) {
    tables.push_back(make_model_table(steps));
    if (tables.front().cells.empty()) throw UsageError(file.path + ": no row has a prediction");
    return tables;
  }
  std::vector<std::string> shown;
  for (const Column& column : query.columns) shown.push_back(column.key);
  // The steps are sorted by lesson, so a table's place is that of its first lesson.
  for (const Steps& problem : by_problem(steps, shown)) {
    tables.push_back(make_table(problem, query));
  }
  return tables;
}

}  // namespace course::compare
