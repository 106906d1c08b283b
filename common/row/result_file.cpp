#include "common/row/result_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/row/csv_records.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

using Fields = std::vector<std::string>;
using Columns = std::vector<const CsvColumn*>;  // of a file, in its order

bool is_header(const Fields& fields) {
  const auto has = [&](const char* name) {
    return std::find(fields.begin(), fields.end(), name) != fields.end();
  };
  return has("lesson") && has("variant");
}

Columns columns_of(const Fields& header) {
  Columns columns;
  for (const std::string& name : header) {
    const CsvColumn* const column = csv_column(name);
    if (!column) throw UsageError("there is no column " + name);
    if (std::count(columns.begin(), columns.end(), column)) {
      throw UsageError("a second column " + name);
    }
    columns.push_back(column);
  }
  for (const CsvColumn& column : csv_columns()) {
    const bool is_there = std::count(columns.begin(), columns.end(), &column) > 0;
    if (column.rule == CsvColumn::Rule::needed && !is_there) {
      throw UsageError(std::string("the header has no column ") + column.name);
    }
  }
  return columns;
}

bool are_all_in_order(const Columns& columns) {
  return std::equal(columns.begin(), columns.end(), csv_columns().begin(), csv_columns().end(),
                    [](const CsvColumn* a, const CsvColumn& b) { return a == &b; });
}

Row row_of(const Columns& columns, const Fields& fields) {
  if (fields.size() == 1 && fields.front().empty()) throw UsageError("empty line");
  if (fields.size() != columns.size()) {
    throw UsageError(std::to_string(fields.size()) + " fields instead of " +
                     std::to_string(columns.size()));
  }
  Row row;
  for (std::size_t i = 0; i < fields.size(); ++i) read_field(*columns[i], fields[i], row);
  require_consistent(row);
  return row;
}

std::string no_header(const Fields& fields) {
  const bool semicolons = fields.front().find(';') != std::string::npos;
  return std::string("not a result file: its header is missing") +
         (semicolons ? "; fields are parted by ',', not by ';'" : "");
}

}  // namespace

ResultFile parse_results(const std::string& text, const std::string& path, bool rows_expected) {
  ResultFile file;
  file.path = path;
  if (text.empty() && rows_expected) throw UsageError(path, 1, "empty file");
  CsvRecords records(text, path);
  Columns columns;
  while (!records.at_end()) {
    const std::size_t line = records.line();
    if (records.at_comment()) {
      const std::string comment = records.next_comment();
      if (!comment.empty()) file.provenance.push_back(comment);
      continue;
    }
    const Fields fields = records.next_record();
    try {
      if (is_header(fields)) {
        columns = columns_of(fields);
      } else if (columns.empty()) {
        throw UsageError(no_header(fields));
      } else {
        file.rows.push_back(row_of(columns, fields));
      }
    } catch (const UsageError& mistake) {
      throw UsageError(path, line, mistake.what());
    }
  }
  if (rows_expected && columns.empty()) throw UsageError(path, records.line(), "no header");
  if (rows_expected && file.rows.empty()) {
    throw UsageError(path, records.line(), "no rows after the header");
  }
  file.takes_rows = are_all_in_order(columns);
  return file;
}

ResultFile read_results(const std::string& path, bool rows_expected) {
  return parse_results(read_text(path), path, rows_expected);
}

std::string read_text(const std::string& path) {
  // Asked before it is opened: opening a pipe waits for whoever writes into it.
  std::error_code missing;
  const std::filesystem::file_status status = std::filesystem::status(path, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw UsageError(path + ": is not a regular file");
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw UsageError(path + ": cannot be opened: " + std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  // An empty file sets failbit on `text`; only a failed read sets badbit on `stream`.
  if (stream.bad()) throw UsageError(path + ": cannot be read");
  return text.str();
}

}  // namespace course
