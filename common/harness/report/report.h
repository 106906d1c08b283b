// Results as a table for people.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/harness/model/ledger.h"
#include "common/harness/model/model.h"
#include "common/harness/problem/data.h"
#include "common/harness/trial/trial.h"
#include "common/row/row.h"

namespace course {

// One variant's result on one problem: what the lesson knows of its row before it runs, and what
// the run adds. to_row() puts them together.
struct Result : Row {
  std::optional<double> ceiling_gb_per_s;
  std::optional<std::size_t> baseline;   // the result, in its table, that speedup is over
  std::optional<double> speedup_before;  // over the chapter before
  std::optional<Ledger> ledger;
  unsigned access_bytes = 0;             // adds: how many bytes a thread reads or writes at a time
  std::optional<Prediction> prediction;  // of the model, from the work and the device's rates
  DataLabel predicted_for;               // on a GPU the measured problem, else a GPU's size of it
  Outcome outcome;
};

// The row with everything that follows from the outcome and the ledger, and from the prediction
// where a time stands beside it.
Row to_row(const Result& result);

// Without a GPU: a row for each prediction, of the problem that it is for on the rates' device.
std::vector<Row> predicted_rows(const std::vector<Result>& results, const Rates& rates);

// What the columns of a scene's table are called.
struct TableHeads {
  std::string ceiling;         // "% of read"
  std::string speedup;         // "vs 03"
  std::string speedup_before;  // "vs 04"; empty: no such column
  bool ledger = true;          // columns for the counted work; false: for the bytes moved
};

// Prints the results, aligned, on stdout: times where there are some, else the counted work.
void print_table(const TableHeads& heads, const std::vector<Result>& results);

// Prints what the model says of each: predicted beside measured time and what bounds it; on the
// CPU backend the times and speedups that it predicts for `device`.
void print_explanations(const std::vector<Result>& results, const std::string& device);

}  // namespace course
