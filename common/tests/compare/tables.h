// What the tests of tables ask of them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "common/compare/table.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course::compare::test {

inline ResultFile file_of(const std::string& text, const std::string& path = "x.csv") {
  return parse_results(text, path);
}

// The cell of the row whose variant is `variant`, in the column titled `title`.
inline std::string cell(const Table& table, const std::string& variant, const std::string& title) {
  const auto column_at = [&](const std::string& wanted) {
    const auto found =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&](const Table::Title& column) { return column.title == wanted; });
    REQUIRE_MESSAGE(found != table.columns.end(), "no column " << wanted);
    return static_cast<std::size_t>(found - table.columns.begin());
  };
  const std::size_t name = column_at("variant");
  const auto row = std::find_if(table.cells.begin(), table.cells.end(),
                                [&](const auto& cells) { return cells[name] == variant; });
  REQUIRE_MESSAGE(row != table.cells.end(), "no variant " << variant);
  return (*row)[column_at(title)];
}

inline bool has_column(const Table& table, const std::string& title) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const Table::Title& column) { return column.title == title; });
}

}  // namespace course::compare::test
