#include "common/compare/query.h"

#include <algorithm>

#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course::compare {

const std::vector<std::string>& Filter::keys() {
  static const std::vector<std::string> keys = {"lesson", "variant", "backend",  "device", "n",
                                                "type",   "bins",    "workload", "cache"};
  return keys;
}

void Filter::add(const std::string& key, const std::string& value) {
  const bool is_size = key == "n" || key == "bins";
  const bool is_whole = key == "variant" || key == "device";
  const CsvColumn& column = *csv_column(key);
  for (const std::string& part : is_whole ? std::vector<std::string>{value} : split(value, ',')) {
    if (part.empty()) throw UsageError(key + ": a value is missing");
    Row row;
    read_field(column, is_size ? std::to_string(parse_count(key, part)) : part, row);
    wanted_[key].push_back({part, column.write(row)});
  }
}

bool Filter::matches(const Row& row) const {
  return std::all_of(wanted_.begin(), wanted_.end(), [&](const auto& entry) {
    const std::string field = csv_column(entry.first)->write(row);
    return std::any_of(entry.second.begin(), entry.second.end(), [&](const Wanted& wanted) {
      // A lesson may be given as 05 instead of 05_shared_memory.
      const bool begins = entry.first == "lesson" && field.rfind(wanted.field + "_", 0) == 0;
      return begins || field == wanted.field;
    });
  });
}

bool Filter::fixes_lesson() const {
  const auto found = wanted_.find("lesson");
  return found != wanted_.end() && found->second.size() == 1;
}

std::string Filter::text() const {
  std::string result;
  for (const auto& [key, values] : wanted_)
    for (const Wanted& wanted : values)
      result += (result.empty() ? "" : " ") + key + "=" + wanted.text;
  return result;
}

std::vector<Step> select(const ResultFile& file, const Filter& filter) {
  std::vector<Step> steps = join(file);
  steps.erase(std::remove_if(steps.begin(), steps.end(),
                             [&](const Step& step) { return !filter.matches(step.row); }),
              steps.end());
  return steps;
}

bool Query::set(const std::string& key, const std::string& value) {
  if (key == "table") {
    if (value != "model" && value != "bins") {
      throw UsageError("table: there are the tables model and bins, not " + value);
    }
    form = value == "model" ? Form::model : Form::bins;
  } else if (key == "columns") {
    columns = parse_columns(value);
  } else {
    if (std::count(Filter::keys().begin(), Filter::keys().end(), key) == 0) return false;
    filter.add(key, value);
  }
  if (form != Form::steps && !columns.empty()) {
    throw UsageError(std::string("the table ") + (form == Form::model ? "model" : "bins") +
                     " has columns of its own");
  }
  return true;
}

}  // namespace course::compare
