// What --check says of one variant: a line for each of its first failures, and one for all cases.
#pragma once

#include <string>

#include "common/harness/trial/trial.h"

namespace course {

class CheckTally {
 public:
  explicit CheckTally(std::string variant) : variant_(std::move(variant)) {}

  // A case that was run: what it is, and its outcome. Throws std::runtime_error when the device is
  // lost and no other case can run.
  void add(const std::string& description, const Outcome& outcome);

  // Prints the line; `remark` ends it.
  void print(const std::string& remark = "") const;

  int verified() const { return ran_ - wrong_; }
  int wrong() const { return wrong_; }

 private:
  std::string variant_;
  int ran_ = 0, left_out_ = 0, not_offered_ = 0, wrong_ = 0;
};

// The sum over all variants.
struct CheckResult {
  int verified = 0, wrong = 0;

  void add(const CheckTally& tally) {
    verified += tally.verified();
    wrong += tally.wrong();
  }
};

}  // namespace course
