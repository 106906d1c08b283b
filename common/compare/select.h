// Which rows and which columns a table shows, chosen on the command line or in a README's marker.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/compare/csv.h"

namespace course::compare {

/// The names that a filter may use: lesson, variant, backend, device, n, type, bins, workload,
/// cache.
bool is_filter_key(const std::string& key);

/// Keeps the rows that fit every key; the values given for one key are alternatives.
class Filter {
 public:
  /// Adds alternatives for `key`, separated by commas, except for variant and device, whose names
  /// hold commas themselves and are given one at a time. Throws InputError for a bad number.
  void add(const std::string& key, const std::string& value);

  bool matches(const Row& row) const;
  bool empty() const { return values_.empty(); }

  /// True if exactly one lesson passes, so that a table need not name it in each row.
  bool fixes_lesson() const;

  /// "lesson=05 n=2^28", for messages.
  std::string text() const;

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

/// One column of the course's table.
struct Column {
  std::string key;    // as in columns=…
  std::string title;  // as printed
  bool number;        // numbers align right
};

/// Every column there is, in the order in which a table shows them by default.
const std::vector<Column>& all_columns();

/// Reads "variant,ms,speedup"; throws InputError for an unknown, repeated or missing name.
std::vector<Column> parse_columns(const std::string& list);

/// The columns with these keys, in this order.
std::vector<Column> columns_named(const std::vector<std::string>& keys);

/// "a,b,,c" → {"a", "b", "", "c"}
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace course::compare
