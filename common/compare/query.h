// What a table shows, chosen on the command line or in a README's marker.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/compare/columns.h"

namespace course::compare {

// Keeps the rows that fit every key; the values given for one key are alternatives.
class Filter {
 public:
  // lesson, variant, backend, device, n, type, bins, workload, cache
  static const std::vector<std::string>& keys();

  // Adds alternatives for `key`, separated by commas, except for variant and device, whose names
  // hold commas themselves and are given one at a time. Throws UsageError for a bad value.
  void add(const std::string& key, const std::string& value);

  bool matches(const Row& row) const;
  bool empty() const { return wanted_.empty(); }

  // True if exactly one lesson passes, so that a table need not name it in each row.
  bool fixes_lesson() const;

  // "lesson=05 n=2^28", for messages.
  std::string text() const;

 private:
  struct Wanted {
    std::string text;   // as given
    std::string field;  // as a result file has it
  };
  std::map<std::string, std::vector<Wanted>> wanted_;
};

// The steps of a file whose rows pass the filter.
std::vector<Step> select(const ResultFile& file, const Filter& filter);

// What a table is made of.
struct Query {
  Filter filter;
  std::vector<Column> columns;  // empty: chosen per table
  // Tables with columns of their own: how well the model predicts, and variants beside each other.
  enum class Form { steps, model, bins };
  Form form = Form::steps;
  bool with_ledger = true;  // whether the chosen columns include the counted work of timed rows

  // Takes "n", "2^28" or "columns", "variant,ms" or "table", "model". False for an unknown key.
  // Throws UsageError for a value that does not fit.
  bool set(const std::string& key, const std::string& value);
};

}  // namespace course::compare
