// A small model that predicts a variant's time from its work and the device's rates, and says what
// bounds it. Each kind of work gets its time, as if it were alone; the longest of them is the
// prediction, because on a GPU the others run in its shadow. docs/model.md compares it with
// measurement.
#pragma once

#include <optional>
#include <string>

#include "common/harness/model/rates.h"
#include "common/harness/model/work.h"
#include "common/harness/problem/warp_facts.h"

namespace course {

struct Prediction {
  double ms = 0;
  std::string bound;  // "memory", "passes in L2", "commit", ...
};

// The work of one histogram variant: what its launch says, and what the problem's data adds.
struct HistogramWork : Work {
  std::size_t n = 0;
  std::size_t sample_bytes = 4;
  bool letters = false;  // a sample's bin is computed as LettersByFour does
  std::size_t bins = 1;
  WarpFacts facts;
  std::size_t resident_threads = 1;  // that the device holds at the same time
};

// Empty when a rate that is needed was not measured, or the launch does not tell all of the work.
std::optional<Prediction> predict(const HistogramWork& work, const Rates& rates);

// An add of n elements of `element_bytes` each.
std::optional<Prediction> predict_add(std::size_t n, unsigned element_bytes, const Manner& manner,
                                      const Rates& rates);

}  // namespace course
