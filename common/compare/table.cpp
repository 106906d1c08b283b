#include "common/compare/table.h"

#include <algorithm>
#include <utility>

#include "common/compare/format.h"

namespace course::compare {
namespace {

bool same_key(const Row& a, const Row& b) {
  return a.lesson == b.lesson && a.variant == b.variant && same_problem(a, b);
}

bool contains(const std::vector<Column>& columns, const std::string& key) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const Column& column) { return column.key == key; });
}

std::string cache_text(const std::string& cache) {
  return cache == "cold" || cache == "hot" ? cache + " L2" : cache;
}

// Rows that share a table: the problem's fields, apart from those shown in a column.
bool same_table(const Row& a, const Row& b, const std::vector<Column>& columns) {
  const auto shown = [&](const char* key) { return contains(columns, key); };
  return a.backend == b.backend && a.bins.has_value() == b.bins.has_value() &&
         (a.device == b.device || shown("device")) && (a.n == b.n || shown("n")) &&
         (a.type == b.type || shown("type")) && (a.bins == b.bins || shown("bins")) &&
         (a.workload == b.workload || shown("workload")) && (a.cache == b.cache || shown("cache"));
}

std::string cell(const Step& step, const std::string& key) {
  const Row& row = step.row;
  const auto timed = [&](const std::optional<double>& value, auto format) {
    return row.has_time() ? format_or_missing(value, format) : std::string(kMissing);
  };
  if (key == "lesson") return row.lesson;
  if (key == "variant") return row.variant;
  if (key == "device") return row.device;
  if (key == "n") return format_size(row.n);
  if (key == "type") return row.type;
  if (key == "bins") return format_or_missing(row.bins, format_count);
  if (key == "workload") return row.workload;
  if (key == "cache") return row.cache;
  if (key == "status") return spoken_status(row.status);
  if (key == "ms") return time_cell(row, row.median_ms);
  if (key == "min") return time_cell(row, row.min_ms);
  if (key == "iqr") return timed(row.iqr_ms, format_significant);
  if (key == "iterations") return format_or_missing(row.iterations, format_count);
  if (key == "gbs") return timed(row.gb_per_s, format_significant);
  if (key == "ceiling") return timed(row.ceiling_percent, format_percent);
  if (key == "speedup") return timed(row.speedup, format_speedup);
  if (key == "step") return format_or_missing(step.over_previous, format_speedup);
  if (key == "global") return format_or_missing(row.global_atomics, format_count);
  if (key == "shared") return format_or_missing(row.shared_atomics, format_count);
  if (key == "queue") return format_or_missing(row.longest_queue, format_count);
  return format_or_missing(row.workspace_bytes, format_bytes);
}

bool is_ledger(const std::string& key) {
  return key == "global" || key == "shared" || key == "queue" || key == "workspace";
}

// What a table shows unless told otherwise. Ledger columns in which no row has a number are left
// out.
std::vector<Column> default_columns(const std::vector<const Step*>& steps,
                                    const TableOptions& options) {
  std::vector<std::string> keys;
  if (!options.filter.fixes_lesson()) keys.push_back("lesson");
  keys.push_back("variant");
  const bool counted_only = steps.front()->row.on_cpu_backend();
  if (counted_only)
    keys.push_back("status");
  else
    keys.insert(keys.end(), {"ms", "gbs", "ceiling", "speedup", "step"});
  if (options.with_ledger || counted_only)
    keys.insert(keys.end(), {"global", "shared", "queue", "workspace"});
  std::vector<Column> columns = columns_named(keys);
  const auto unused = [&](const Column& column) {
    return is_ledger(column.key) && std::all_of(steps.begin(), steps.end(), [&](const Step* step) {
             return cell(*step, column.key) == kMissing;
           });
  };
  columns.erase(std::remove_if(columns.begin(), columns.end(), unused), columns.end());
  return columns;
}

}  // namespace

std::string spoken_status(Status status) {
  if (status == Status::ok) return "verified";
  if (status == Status::expected_failure) return "wrong on purpose";
  std::string text = status_text(status);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string time_cell(const Row& row, const std::optional<double>& ms) {
  if (row.status != Status::ok) return spoken_status(row.status);
  return row.has_time() ? format_or_missing(ms, format_significant) : kMissing;
}

bool same_problem(const Row& a, const Row& b) { return same_table(a, b, {}); }

std::string describe_input(const Row& row, const std::vector<Column>& columns) {
  std::string text;
  const auto add = [&](const char* key, const std::string& part) {
    if (!part.empty() && !contains(columns, key)) text += (text.empty() ? "" : ", ") + part;
  };
  add("n", "n = " + format_size(row.n));
  add("type", row.type);
  if (row.bins) add("bins", format_count(*row.bins) + (*row.bins == 1 ? " bin" : " bins"));
  add("workload", row.workload);
  if (!row.on_cpu_backend())
    add("cache", cache_text(row.cache));  // the CPU's caches mean nothing here
  return text;
}

std::string describe_problem(const Row& row, const std::vector<Column>& columns) {
  std::string text = contains(columns, "device") ? "" : row.device;
  const std::string input = describe_input(row, columns);
  if (!input.empty()) text += (text.empty() ? "" : ", ") + input;
  if (row.on_cpu_backend()) text += "; work counted on the CPU backend, nothing timed";
  return text;
}

std::vector<Step> join(const ResultFile& file) {
  std::vector<Step> steps;
  for (const Row& row : file.rows) {
    const auto earlier = std::find_if(steps.begin(), steps.end(),
                                      [&](const Step& step) { return same_key(step.row, row); });
    if (earlier == steps.end())
      steps.push_back({row, std::nullopt});
    else
      earlier->row = row;
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.row.lesson < b.row.lesson; });
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    if (!step->row.has_time()) continue;
    for (auto before = step; before != steps.begin();) {
      --before;
      if (before->row.lesson != step->row.lesson) break;
      if (!before->row.has_time() || !same_problem(before->row, step->row)) continue;
      step->over_previous = *before->row.median_ms / *step->row.median_ms;
      break;
    }
  }
  return steps;
}

std::vector<Table> make_tables(const ResultFile& file, const TableOptions& options) {
  const std::vector<Step> steps = join(file);
  // Lessons are sorted, so a group's place is that of its first lesson.
  std::vector<std::vector<const Step*>> groups;
  for (const Step& step : steps) {
    if (!options.filter.matches(step.row)) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& candidate) {
      return same_table(candidate.front()->row, step.row, options.columns);
    });
    if (group == groups.end())
      groups.push_back({&step});
    else
      group->push_back(&step);
  }
  if (groups.empty()) throw InputError(file.path + ": no row fits " + options.filter.text());
  std::vector<Table> tables;
  for (auto& group : groups) {
    // A sweep in one table reads from small to large, with the variants of one size together.
    std::stable_sort(group.begin(), group.end(), [&](const Step* a, const Step* b) {
      return std::make_pair(a->row.n, a->row.bins) < std::make_pair(b->row.n, b->row.bins);
    });
    Table table;
    table.columns = options.columns.empty() ? default_columns(group, options) : options.columns;
    table.heading = describe_problem(group.front()->row, table.columns);
    for (const Step* step : group) {
      table.cells.emplace_back();
      for (const Column& column : table.columns)
        table.cells.back().push_back(cell(*step, column.key));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace course::compare
