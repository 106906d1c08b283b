// Results as a table for people and as CSV for programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/harness/device/device.h"
#include "common/harness/model/ledger.h"
#include "common/harness/model/model.h"
#include "common/harness/trial/statistics.h"
#include "common/harness/trial/trial.h"

namespace course {

// One variant's result on one problem.
struct Row {
  std::string lesson, variant;
  std::string type;      // "int32", "float16", "letters"
  std::string workload;  // empty for adds
  std::string cache;     // "cold" or "hot", with "_fits_l2" where all data fits in the L2 cache
  std::size_t n = 0;
  std::optional<std::size_t> bins;  // empty for adds
  std::size_t bytes = 0;  // that any solution must move: each input once, each result once
  std::optional<double> ceiling_gb_per_s;
  std::optional<std::size_t> baseline;   // the row, in its table, that speedup is over
  std::optional<double> speedup;         // over the course's starting kernel
  std::optional<double> speedup_before;  // over the chapter before
  std::optional<Ledger> ledger;
  unsigned access_bytes = 0;  // adds: how many bytes a thread reads or writes at a time
  std::size_t workspace_bytes = 0;
  std::optional<Prediction> prediction;  // of the model, from the work and the device's rates
  Outcome outcome;

  // 10^9 bytes per second; empty without a time or without bytes.
  std::optional<double> gb_per_s() const;
  std::optional<double> ceiling_percent() const;
};

// What the columns of a scene's table are called.
struct TableHeads {
  std::string ceiling;         // "% of read"
  std::string speedup;         // "vs 03"
  std::string speedup_before;  // "vs 04"; empty: no such column
  bool ledger = true;          // columns for the counted work; false: for the bytes moved
};

// Prints the rows, aligned, on stdout: times where there are some, else the counted work.
void print_table(const TableHeads& heads, const std::vector<Row>& rows);

// Prints what the model says of each row: predicted beside measured time and what bounds it; on the
// CPU backend the times and speedups that it predicts, headed by `what` is predicted.
void print_explanations(const std::vector<Row>& rows, const std::string& what);

// Appends rows to a CSV file. A new or empty file gets a comment line with device and versions and
// the header line. Throws UsageError when the file cannot be written or holds something else.
class CsvFile {
 public:
  CsvFile(std::string path, const Device& device);
  void append(const Row& row) const;

  // Throws UsageError when `path` exists and is not such a file; changes nothing. True when the
  // header is there already.
  static bool refuse_foreign(const std::string& path);

 private:
  void write(const std::string& text) const;

  std::string path_;
  std::string device_;
};

}  // namespace course
