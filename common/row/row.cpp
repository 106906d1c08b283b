#include "common/row/row.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

// No measurement lies outside, and the quotient of two numbers inside has a double to hold it.
constexpr double kSmallest = 1e-9;
constexpr double kLargest = 1e15;

constexpr const char* kStatusNames[] = {"ok", "failed", "expected_failure", "not_applicable"};

[[noreturn]] void refuse(const std::string& what, const std::string& field) {
  constexpr std::size_t kShown = 40;
  throw UsageError(what + ": " + (field.size() > kShown ? field.substr(0, kShown) + "..." : field));
}

// How a field of each type is written and read; an empty field leaves an optional one empty.

// RFC 4180: quoted when it holds a comma, a quote or a line break; quotes doubled.
std::string field_of(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string field_of(std::uint64_t count) { return std::to_string(count); }
std::string field_of(double number) { return decimals(number, 6); }
std::string field_of(Status status) { return name_of(status); }

template <typename T>
std::string field_of(const std::optional<T>& value) {
  return value ? field_of(*value) : "";
}

void read(const std::string& field, std::string& text) { text = field; }

void read(const std::string& field, std::uint64_t& count) {
  const std::optional<std::uint64_t> value = read_digits(field);
  if (!value) refuse("is not a whole number of at most 64 bits", field);
  count = *value;
}

void read(const std::string& field, double& number) {
  const std::optional<double> value = read_decimal(field);
  if (!value) refuse("is not a plain decimal number such as 0.25", field);
  if (*value != 0 && (*value < kSmallest || *value > kLargest)) refuse("is out of range", field);
  number = *value;
}

void read(const std::string& field, Status& status) {
  const auto found = std::find(std::begin(kStatusNames), std::end(kStatusNames), field);
  if (found != std::end(kStatusNames)) {
    status = static_cast<Status>(found - kStatusNames);
    return;
  }
  refuse("is none of ok, failed, expected_failure, not_applicable", field);
}

template <typename T>
void read(const std::string& field, std::optional<T>& value) {
  if (field.empty()) return value.reset();
  read(field, value.emplace());
}

void read_backend(const std::string& field, Row& row) {
  if (field != "cuda" && field != "cpu" && field != kModelBackend) {
    refuse("is none of cuda, cpu and model", field);
  }
  row.backend = field;
}

constexpr auto kNeeded = CsvColumn::Rule::needed;
constexpr auto kNotZero = CsvColumn::Rule::not_zero;

template <auto kMember>
CsvColumn column(const char* name, CsvColumn::Rule rule = CsvColumn::Rule::optional) {
  return {name, rule, [](const Row& row) { return field_of(row.*kMember); },
          [](const std::string& field, Row& row) { read(field, row.*kMember); }};
}

// The lessons write six decimals: one byte in more than 2 ms is 0.000000 GB/s.
bool rounds_to_zero(const Row& row) {
  return row.bytes && row.median_ms && static_cast<double>(*row.bytes) < *row.median_ms / 2;
}

std::string line_of(const std::function<std::string(const CsvColumn&)>& field) {
  std::string line;
  for (const CsvColumn& column : csv_columns()) line += field(column) + ",";
  line.back() = '\n';
  return line;
}

}  // namespace

const std::vector<CsvColumn>& csv_columns() {
  static const std::vector<CsvColumn> columns = {
      column<&Row::lesson>("lesson", kNeeded),
      column<&Row::variant>("variant", kNeeded),
      {"backend", kNeeded, [](const Row& row) { return row.backend; }, read_backend},
      column<&Row::device>("device", kNeeded),
      column<&Row::n>("n", kNeeded),
      column<&Row::type>("type", kNeeded),
      column<&Row::bins>("bins"),
      column<&Row::workload>("workload"),
      column<&Row::cache>("cache"),
      column<&Row::median_ms>("median_ms", kNotZero),
      column<&Row::min_ms>("min_ms", kNotZero),
      column<&Row::iqr_ms>("iqr_ms"),
      column<&Row::iterations>("iterations"),
      column<&Row::bytes>("bytes"),
      column<&Row::gb_per_s>("gb_per_s"),
      column<&Row::ceiling_percent>("ceiling_percent"),
      column<&Row::speedup>("speedup", kNotZero),
      column<&Row::global_atomics>("global_atomics"),
      column<&Row::shared_atomics>("shared_atomics"),
      column<&Row::longest_queue>("longest_queue"),
      column<&Row::workspace_bytes>("workspace_bytes"),
      column<&Row::status>("status", kNeeded),
      column<&Row::predicted_ms>("predicted_ms", kNotZero),
      column<&Row::bound>("bound"),
      column<&Row::load_requests>("load_requests"),
      column<&Row::load_sectors>("load_sectors"),
      column<&Row::store_requests>("store_requests"),
      column<&Row::store_sectors>("store_sectors"),
      column<&Row::atomic_passes>("atomic_passes"),
      column<&Row::shared_requests>("shared_requests"),
      column<&Row::shared_wavefronts>("shared_wavefronts"),
  };
  return columns;
}

const CsvColumn* csv_column(const std::string& name) {
  for (const CsvColumn& column : csv_columns()) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

void read_field(const CsvColumn& column, const std::string& field, Row& row) {
  try {
    if (column.rule == kNeeded && field.empty()) throw UsageError("is empty");
    column.read(field, row);
    const bool is_zero = !field.empty() && field.find_first_not_of("0.") == std::string::npos;
    if (column.rule == kNotZero && is_zero) throw UsageError("is zero");
  } catch (const UsageError& mistake) {
    throw UsageError(std::string(column.name) + " " + mistake.what());
  }
}

void require_consistent(const Row& row) {
  // The percentage of the ceiling rounds to zero sooner, so it may be zero at any time.
  if (row.gb_per_s && *row.gb_per_s == 0 && !rounds_to_zero(row)) {
    throw UsageError("gb_per_s is zero");
  }
  if (row.is_prediction() && (!row.predicted_ms || row.median_ms)) {
    throw UsageError("a row of the model has predicted_ms and no median_ms");
  }
  if (row.predicted_ms && row.bound.empty()) throw UsageError("bound is empty");
  if (!row.predicted_ms && !row.bound.empty()) throw UsageError("predicted_ms is empty");
}

std::string csv_header() {
  return line_of([](const CsvColumn& column) { return std::string(column.name); });
}

std::string csv_line(const Row& row) {
  return line_of([&](const CsvColumn& column) { return column.write(row); });
}

const char* name_of(Status status) { return kStatusNames[static_cast<int>(status)]; }

}  // namespace course
