#include "common/compare/columns.h"

#include <algorithm>

#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course::compare {
namespace {

// 97 %, and 0.4 % below ten; 9.96 is printed as 10, not as 10.0.
std::string percent(double value) { return decimals(value, value < 9.95 ? 1 : 0) + " %"; }

// A field as it is.
template <auto kMember>
std::string text(const Step& step) {
  return step.row.*kMember;
}

// A field that may be empty.
template <auto kMember, auto kFormat>
std::string optional(const Step& step) {
  const auto& value = step.row.*kMember;
  return value ? kFormat(*value) : kMissing;
}

// A field that says something only beside a time.
template <auto kMember, auto kFormat>
std::string timed(const Step& step) {
  return step.row.has_time() ? optional<kMember, kFormat>(step) : kMissing;
}

// A field that says something beside a time or a prediction.
template <auto kMember, auto kFormat>
std::string told(const Step& step) {
  const bool told = step.row.has_time() || step.row.is_prediction();
  return told ? optional<kMember, kFormat>(step) : kMissing;
}

// The time, or why there is none.
template <auto kMember>
std::string time(const Step& step) {
  if (step.row.status != Status::ok) return spoken_status(step.row.status);
  return timed<kMember, significant>(step);
}

std::string n_of(const Step& step) { return size_text(step.row.n); }
std::string status_of(const Step& step) { return spoken_status(step.row.status); }
std::string bound_of(const Step& step) {
  const bool told = step.row.has_time() || step.row.is_prediction();
  return told && !step.row.bound.empty() ? step.row.bound : kMissing;
}
std::string over_previous(const Step& step) {
  return step.over_previous ? times(*step.over_previous) : kMissing;
}

std::string cache_text(const std::string& cache) {
  return cache == "cold" || cache == "hot" ? cache + " L2" : cache;
}

}  // namespace

const std::vector<Column>& all_columns() {
  static const std::vector<Column> columns = {
      {"device", "device", false, text<&Row::device>},
      {"type", "type", false, text<&Row::type>},
      {"n", "n", true, n_of},
      {"bins", "bins", true, optional<&Row::bins, grouped>},
      {"workload", "workload", false, text<&Row::workload>},
      {"cache", "cache", false, text<&Row::cache>},
      {"lesson", "lesson", false, text<&Row::lesson>},
      {"variant", "variant", false, text<&Row::variant>},
      {"ms", "time (ms)", true, time<&Row::median_ms>},
      {"min", "minimum (ms)", true, time<&Row::min_ms>},
      {"iqr", "interquartile range (ms)", true, timed<&Row::iqr_ms, significant>},
      {"iterations", "repetitions", true, optional<&Row::iterations, grouped>},
      {"bytes", "bytes moved", true, optional<&Row::bytes, grouped>},
      {"gbs", "GB/s", true, timed<&Row::gb_per_s, significant>},
      {"ceiling", "of ceiling", true, timed<&Row::ceiling_percent, percent>},
      {"speedup", "speedup", true, told<&Row::speedup, times>},
      {"step", "over the step before", true, over_previous},
      {"predicted", "predicted (ms)", true, told<&Row::predicted_ms, significant>},
      {"bound", "bound by", false, bound_of},
      {"status", "result", false, status_of},
      {"global", "global atomics", true, optional<&Row::global_atomics, grouped>},
      {"shared", "shared atomics", true, optional<&Row::shared_atomics, grouped>},
      {"queue", "longest queue", true, optional<&Row::longest_queue, grouped>},
      {"workspace", "workspace", true, optional<&Row::workspace_bytes, binary_bytes>},
  };
  return columns;
}

std::vector<Column> columns_named(const std::vector<std::string>& keys) {
  std::vector<Column> result;
  for (const std::string& key : keys) {
    const auto found = std::find_if(all_columns().begin(), all_columns().end(),
                                    [&](const Column& column) { return column.key == key; });
    if (found == all_columns().end()) throw UsageError("columns: no such column: " + key);
    result.push_back(*found);
  }
  return result;
}

std::vector<Column> parse_columns(const std::string& list) {
  const std::vector<std::string> keys = split(list, ',');
  for (const std::string& key : keys)
    if (std::count(keys.begin(), keys.end(), key) > 1)
      throw UsageError("columns: named twice: " + key);
  return columns_named(keys);
}

std::string times(double factor) { return significant(factor) + "×"; }

std::string spoken_status(Status status) {
  if (status == Status::ok) return "verified";
  if (status == Status::expected_failure) return "wrong on purpose";
  std::string text = name_of(status);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string describe_input(const Row& row, const std::vector<Column>& columns) {
  std::string text;
  const auto add = [&](const std::string& key, const std::string& part) {
    const bool shown = std::any_of(columns.begin(), columns.end(),
                                   [&](const Column& column) { return column.key == key; });
    if (!part.empty() && !shown) text += (text.empty() ? "" : ", ") + part;
  };
  add("n", "n = " + size_text(row.n));
  add("type", row.type);
  if (row.bins) add("bins", grouped(*row.bins) + (*row.bins == 1 ? " bin" : " bins"));
  add("workload", row.workload);
  if (!row.on_cpu_backend()) add("cache", cache_text(row.cache));  // a CPU's caches mean nothing
  return text;
}

std::string describe_problem(const Row& row, const std::vector<Column>& columns) {
  const bool shown = std::any_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.key == std::string("device");
  });
  std::string text = shown ? "" : row.device;
  const std::string input = describe_input(row, columns);
  if (!input.empty()) text += (text.empty() ? "" : ", ") + input;
  if (row.is_prediction()) text += "; a model's prediction, nothing timed";
  if (row.on_cpu_backend()) text += "; work counted on the CPU backend, nothing timed";
  return text;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string::npos) return parts;
    start = end + 1;
  }
}

}  // namespace course::compare
