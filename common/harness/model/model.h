// A small model that predicts a variant's time from its work and the device's rates, and says what
// bounds it. Each kind of work gets its time, as if it were alone; the longest of them is the
// prediction, because on a GPU the others run in its shadow. docs/model.md compares it with
// measurement.
#pragma once

#include <optional>
#include <string>

#include "common/harness/model/rates.h"
#include "common/harness/model/work.h"

namespace course {

struct Prediction {
  double ms = 0;
  std::string bound;  // "memory", "one address in L2", "commit", ...
};

// The work of one histogram variant: what its launch says, and what the problem's data adds.
struct HistogramWork : Work {
  std::size_t n = 0;
  std::size_t sample_bytes = 4;
  bool letters = false;  // a sample's bin is computed as LettersByFour does
  std::size_t bins = 1;
  // How many samples are in the fullest bin of their stretch, a stretch being as many samples as
  // the device works on at the same time: for sorted samples all of them, for uniform ones few.
  std::uint64_t crowded = 0;
  // The most different counters that the 32 lanes of a warp meet in one bank of shared memory, on
  // average over the samples.
  double bank_conflict = 1;
};

// Empty when a rate that is needed was not measured, or the launch does not tell all of the work.
std::optional<Prediction> predict(const HistogramWork& work, const Rates& rates);

// An add that moves `bytes` in accesses of `access_bytes` each.
std::optional<Prediction> predict_add(std::size_t bytes, unsigned access_bytes, const Rates& rates);

}  // namespace course
