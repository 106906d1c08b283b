// Reads the files that the lessons append rows to with --csv.
#pragma once

#include <string>
#include <vector>

#include "common/row/row.h"

namespace course {

struct ResultFile {
  std::string path;
  std::vector<std::string> provenance;  // the comment lines, without their '#'
  std::vector<Row> rows;                // in the order of the file
  bool takes_rows = false;  // its last header is the one that is written today: rows may follow
};

// Reads a result file. A repeated header, of a file that was appended, holds from there on. Columns
// that are missing give empty fields. Throws UsageError for anything that is no result file, or is
// half of one; without rows it must be `rows_expected` false.
ResultFile read_results(const std::string& path, bool rows_expected = true);

// The same for text already in memory; `path` is used in messages only.
ResultFile parse_results(const std::string& text, const std::string& path,
                         bool rows_expected = true);

// Reads a whole file; throws UsageError for anything but a regular file.
std::string read_text(const std::string& path);

}  // namespace course
