// The columns that a table can have, and what stands in their cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/compare/steps.h"

namespace course::compare {

// What stands where there is no value.
inline const char* const kMissing = "n/a";

struct Column {
  const char* key;    // as in columns=…
  const char* title;  // as printed
  bool number;        // numbers align right
  std::string (*cell)(const Step&);
};

// Every column there is, in the order in which a table shows them by default.
const std::vector<Column>& all_columns();

// The columns with these keys, in this order; throws UsageError for an unknown key.
std::vector<Column> columns_named(const std::vector<std::string>& keys);

// Reads "variant,ms,speedup"; throws UsageError for an unknown, repeated or missing name.
std::vector<Column> parse_columns(const std::string& list);

// 281×
std::string times(double factor);

// "wrong on purpose": the status as a reader sees it.
std::string spoken_status(Status status);

// "NVIDIA H200, n = 2^28, int32, 256 bins, uniform, cold L2", without the fields in `columns`.
std::string describe_problem(const Row& row, const std::vector<Column>& columns = {});

// What describe_problem says after the device.
std::string describe_input(const Row& row, const std::vector<Column>& columns = {});

// "a,b,,c" → {"a", "b", "", "c"}
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace course::compare
