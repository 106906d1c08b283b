#include "common/compare/bins_table.h"

#include <algorithm>
#include <map>
#include <string>

#include "common/compare/columns.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course::compare {
namespace {

// "06 ranges", "torch histc"
std::string title_of(const Row& row) {
  return row.lesson.substr(0, row.lesson.find('_')) + " " + row.variant;
}

// The place of a text among those that came before; a new one's is at their end.
std::size_t place_of(std::vector<std::string>& known, const std::string& text) {
  const auto found = std::find(known.begin(), known.end(), text);
  const auto place = static_cast<std::size_t>(found - known.begin());
  if (found == known.end()) known.push_back(text);
  return place;
}

Table make_bins_table(const std::vector<Step>& steps) {
  const std::vector<Column> ms = columns_named({"ms"}),
                            rows_by = columns_named({"bins", "workload"});
  std::vector<std::string> workloads, variants;
  // Rows by bins, and of as many bins in the order in which the workloads came.
  std::map<std::pair<std::uint64_t, std::size_t>, std::map<std::size_t, std::string>> times;
  for (const Step& step : steps) {
    const std::size_t workload = place_of(workloads, step.row.workload);
    times[{*step.row.bins, workload}][place_of(variants, title_of(step.row))] = ms[0].cell(step);
  }
  Table table;
  table.heading = describe_problem(steps.front().row, rows_by) + ", time (ms)";
  for (const Column& column : rows_by) table.columns.push_back({column.title, column.number});
  for (const std::string& variant : variants) table.columns.push_back({variant, true});
  for (const auto& [place, of_variant] : times) {
    table.cells.push_back({grouped(place.first), workloads[place.second]});
    for (std::size_t variant = 0; variant < variants.size(); ++variant) {
      const auto time = of_variant.find(variant);
      table.cells.back().push_back(time == of_variant.end() ? "" : time->second);
    }
  }
  return table;
}

}  // namespace

std::vector<Table> make_bins_tables(const std::vector<Step>& steps) {
  std::vector<Step> histograms;
  for (const Step& step : steps)
    if (step.row.bins) histograms.push_back(step);
  if (histograms.empty()) throw UsageError("the table bins: no row is a histogram's");
  std::vector<Table> tables;
  for (const std::vector<Step>& problem : by_problem(histograms, {"bins", "workload"})) {
    tables.push_back(make_bins_table(problem));
  }
  return tables;
}

}  // namespace course::compare
