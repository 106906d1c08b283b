#include "common/harness/report/csv_file.h"

#include <filesystem>
#include <fstream>

#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {

bool CsvFile::refuse_foreign(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return false;  // it will be made
  try {
    return read_results(path, false).takes_rows;
  } catch (const UsageError& mistake) {
    throw UsageError(std::string("--csv ") + mistake.what());
  }
}

CsvFile::CsvFile(std::string path, const Device& device)
    : path_(std::move(path)), device_(device.name) {
  if (!refuse_foreign(path_)) write("# device: " + describe(device) + "\n" + csv_header());
}

void CsvFile::append(const Result& result) const {
  Row row = to_row(result);
  row.device = device_;
  append(row);
}

void CsvFile::append(const Row& row) const { write(csv_line(row)); }

void CsvFile::write(const std::string& text) const {
  std::ofstream file(path_, std::ios::app);
  if (!(file << text << std::flush)) throw UsageError("--csv " + path_ + ": cannot be written");
}

}  // namespace course
