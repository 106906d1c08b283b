#include "common/compare/select.h"

#include <algorithm>

#include "common/compare/format.h"

namespace course::compare {
namespace {

bool is_size(const std::string& key) { return key == "n" || key == "bins"; }

// A lesson may be given as 05 instead of 05_shared_memory.
bool lesson_fits(const std::string& lesson, const std::string& wanted) {
  return lesson == wanted || lesson.rfind(wanted + "_", 0) == 0;
}

bool fits(const Row& row, const std::string& key, const std::string& wanted) {
  if (key == "lesson") return lesson_fits(row.lesson, wanted);
  if (key == "variant") return row.variant == wanted;
  if (key == "backend") return row.backend == wanted;
  if (key == "device") return row.device == wanted;
  if (key == "n") return row.n == parse_size(wanted);
  if (key == "type") return row.type == wanted;
  if (key == "bins") return row.bins && row.bins == parse_size(wanted);
  if (key == "workload") return row.workload == wanted;
  return row.cache == wanted;
}

}  // namespace

bool is_filter_key(const std::string& key) {
  const char* const keys[] = {"lesson", "variant", "backend",  "device", "n",
                              "type",   "bins",    "workload", "cache"};
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

void Filter::add(const std::string& key, const std::string& value) {
  const bool whole = key == "variant" || key == "device";
  for (const std::string& part : whole ? std::vector<std::string>{value} : split(value, ',')) {
    if (part.empty()) throw InputError(key + ": a value is missing");
    if (is_size(key) && !parse_size(part))
      throw InputError(key + ": not a whole number such as 1000, 2^20, 64K: " + part);
    values_[key].push_back(part);
  }
}

bool Filter::matches(const Row& row) const {
  return std::all_of(values_.begin(), values_.end(), [&](const auto& entry) {
    return std::any_of(entry.second.begin(), entry.second.end(),
                       [&](const std::string& wanted) { return fits(row, entry.first, wanted); });
  });
}

bool Filter::fixes_lesson() const {
  const auto found = values_.find("lesson");
  return found != values_.end() && found->second.size() == 1;
}

std::string Filter::text() const {
  std::string result;
  for (const auto& [key, values] : values_)
    for (const std::string& value : values)
      result += (result.empty() ? "" : " ") + key + "=" + value;
  return result;
}

const std::vector<Column>& all_columns() {
  static const std::vector<Column> columns = {
      {"device", "device", false},
      {"type", "type", false},
      {"n", "n", true},
      {"bins", "bins", true},
      {"workload", "workload", false},
      {"cache", "cache", false},
      {"lesson", "lesson", false},
      {"variant", "variant", false},
      {"ms", "time (ms)", true},
      {"min", "minimum (ms)", true},
      {"iqr", "interquartile range (ms)", true},
      {"iterations", "repetitions", true},
      {"gbs", "GB/s", true},
      {"ceiling", "of ceiling", true},
      {"speedup", "speedup", true},
      {"step", "over the step before", true},
      {"status", "result", false},
      {"global", "global atomics", true},
      {"shared", "shared atomics", true},
      {"queue", "longest queue", true},
      {"workspace", "workspace", true},
  };
  return columns;
}

std::vector<Column> columns_named(const std::vector<std::string>& keys) {
  std::vector<Column> result;
  for (const std::string& key : keys) {
    const auto found = std::find_if(all_columns().begin(), all_columns().end(),
                                    [&](const Column& column) { return column.key == key; });
    if (found == all_columns().end()) throw InputError("columns: no such column: " + key);
    result.push_back(*found);
  }
  return result;
}

std::vector<Column> parse_columns(const std::string& list) {
  const std::vector<std::string> keys = split(list, ',');
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
        keys.begin() + static_cast<std::ptrdiff_t>(i))
      throw InputError("columns: named twice: " + keys[i]);
  return columns_named(keys);
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
