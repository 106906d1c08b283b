// The file that --csv names.
#pragma once

#include <string>

#include "common/harness/device/device.h"
#include "common/harness/report/report.h"

namespace course {

// Appends rows to a result file. A new or empty file gets a comment line with device and versions
// and the header line; one with older columns gets the header again. Throws UsageError when the
// file cannot be written or holds something else.
class CsvFile {
 public:
  CsvFile(std::string path, const Device& device);
  void append(const Result& result) const;  // a row of the device that is used
  void append(const Row& row) const;        // a row that names its device

  // Throws UsageError when `path` exists and is not such a file; changes nothing. True when the
  // header is there already.
  static bool refuse_foreign(const std::string& path);

 private:
  void write(const std::string& text) const;

  std::string path_;
  std::string device_;
};

}  // namespace course
