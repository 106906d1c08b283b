#include "common/compare/model_table.h"

#include <algorithm>
#include <tuple>

#include "common/compare/format.h"

namespace course::compare {

const char* const kModelHeader =
    "lesson,variant,n,type,bins,workload,measured_ms,predicted_ms,bound";

namespace {

constexpr double kFarOff = 2;

bool is_add(const Prediction& row) { return row.type == "float32" || row.type == "float16"; }

struct Group {
  const char* title;
  bool (*holds)(const Prediction&);
};

const Group kGroups[] = {
    {"int32, all workloads but sorted",
     [](const Prediction& row) { return row.type == "int32" && row.workload != "sorted"; }},
    {"int32, sorted",
     [](const Prediction& row) { return row.type == "int32" && row.workload == "sorted"; }},
    {"uint8", [](const Prediction& row) { return row.type == "uint8"; }},
    {"letters", [](const Prediction& row) { return row.type == "letters"; }},
    {"adds", is_add},
    {"all", [](const Prediction&) { return true; }},
};

Prediction to_prediction(FieldReader& field) {
  Prediction row;
  row.lesson = field.required("lesson");
  row.variant = field.required("variant");
  row.n = field.required_count("n");
  row.type = field.required("type");
  const char* const types[] = {"int32", "uint16", "uint8", "letters", "float32", "float16"};
  if (std::find(std::begin(types), std::end(types), row.type) == std::end(types))
    field.fail("is none of int32, uint16, uint8, letters, float32, float16", row.type);
  row.bins = field.count("bins");
  if (row.bins.has_value() == is_add(row))
    field.fail(row.bins ? "is not empty for an add" : "is empty");
  row.workload = field.text("workload");
  if (row.workload.empty() != is_add(row))
    field.fail(row.workload.empty() ? "is empty" : "is not empty for an add");
  row.measured_ms = field.required_positive("measured_ms");
  row.predicted_ms = field.required_positive("predicted_ms");
  field.required("bound");
  return row;
}

auto problem_of(const Prediction& row) {
  return std::tie(row.lesson, row.variant, row.n, row.type, row.bins, row.workload);
}

// The middle of sorted values; of an even number of them, the mean of the middle two.
double median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

double Prediction::factor() const {
  return std::max(measured_ms / predicted_ms, predicted_ms / measured_ms);
}

ModelFile parse_model(const std::string& text, const std::string& path) {
  ModelFile file;
  file.path = path;
  file.provenance = parse_records(text, path, kModelHeader, "model file", [&](FieldReader& field) {
    const Prediction row = to_prediction(field);
    const auto earlier =
        std::find_if(file.predictions.begin(), file.predictions.end(),
                     [&](const Prediction& old) { return problem_of(old) == problem_of(row); });
    if (earlier == file.predictions.end())
      file.predictions.push_back(row);
    else
      *earlier = row;
  });
  return file;
}

ModelFile read_model(const std::string& path) { return parse_model(read_text(path), path); }

Table make_model_table(const ModelFile& file) {
  Table table;
  table.columns = {{"rows", "rows", false},
                   {"number", "number", true},
                   {"median", "median factor", true},
                   {"worst", "worst factor", true},
                   {"far_off", "beyond a factor of 2", true}};
  for (const Group& group : kGroups) {
    std::vector<double> factors;
    for (const Prediction& row : file.predictions)
      if (group.holds(row)) factors.push_back(row.factor());
    if (factors.empty()) continue;
    std::sort(factors.begin(), factors.end());
    const auto far_off = std::count_if(factors.begin(), factors.end(),
                                       [](double factor) { return factor > kFarOff; });
    table.cells.push_back({group.title, format_count(factors.size()),
                           format_significant(median(factors)), format_significant(factors.back()),
                           format_count(static_cast<std::uint64_t>(far_off))});
  }
  return table;
}

}  // namespace course::compare
