// Finds the places in a README where a table belongs. A marker stands on a line of its own:
//
//   <!-- compare:begin NAME file=docs/results/h200.csv lesson=05 n=2^28 columns=variant,ms -->
//   (the table)
//   <!-- compare:end -->
//
// Every part is optional: NAME is for messages; file= is a result file, relative to the root, and
// may be repeated; the rest is what Query takes. A value with spaces stands in double quotes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/compare/query.h"

namespace course::compare {

struct Marker {
  std::size_t line = 0;  // of compare:begin, from 1
  std::string name;
  std::vector<std::string> files;
  Query query;
  std::size_t body_begin = 0;  // byte after the line of compare:begin
  std::size_t body_end = 0;    // first byte of the line of compare:end
  bool carriage_returns = false;
};

// The markers of a README, outside fenced code, in the order of the text. Throws UsageError for a
// marker that is malformed or not closed, and if there is none.
std::vector<Marker> find_markers(const std::string& text, const std::string& path);

}  // namespace course::compare
