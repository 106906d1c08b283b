// The adversarial matrix of --check: sizes, bins, blocks, offsets and inputs on which public
// histogram programs have failed. Every case runs twice in a row, with poisoned workspace and
// watched borders.
#pragma once

#include "common/harness/histogram_data.h"

namespace course {

class HistogramCheck {
 public:
  explicit HistogramCheck(const Device& device) : device_(device) {}

  // Runs all cases and prints one line for the variant, and one for each of its first failures.
  // Where work is counted, a formula that predicts something else is a failure too.
  void run(const HistogramVariant& variant);
  bool passed() const { return passed_; }

 private:
  const Device& device_;
  bool passed_ = true;
};

}  // namespace course
