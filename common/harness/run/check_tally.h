// What --check says of one variant: a line for each of its first failures, and one for all cases.
#pragma once

#include <string>

#include "common/harness/trial/trial.h"

namespace course {

// What a variant's cases can prove.
enum class Proof {
  full,    // right in all cases that every variant must take
  partial  // a loop on the host, or a step that may be wrong on purpose: never enough by itself
};

class CheckTally {
 public:
  explicit CheckTally(std::string variant, Proof proof = Proof::full)
      : variant_(std::move(variant)), proof_(proof) {}

  // A case that was run: what it is, its outcome, and whether every variant must take it ("": no,
  // else what it is that all must take). Throws std::runtime_error when the device is lost and no
  // other case can run.
  void add(const std::string& description, const Outcome& outcome, const std::string& demand);

  // After the last case. A call that the backend does not offer excuses a variant that makes it in
  // every case, and none that makes it in some of those that every variant must take.
  void finish();

  // Prints the line; `remark` ends it.
  void print(const std::string& remark = "") const;

  // Cases in which a variant that can prove something was right.
  int verified() const { return proof_ == Proof::full ? right_ : 0; }
  int wrong() const { return wrong_; }

 private:
  std::string variant_;
  Proof proof_;
  int ran_ = 0, right_ = 0, left_out_ = 0, not_offered_ = 0, wrong_ = 0;
  bool is_demanded_left_out_ = false;  // a case that every variant must take was not offered
};

// The sum over all variants.
struct CheckResult {
  int verified = 0, wrong = 0;

  void add(const CheckTally& tally) {
    verified += tally.verified();
    wrong += tally.wrong();
  }
  // A check in which nothing was verified is not passed.
  bool passed() const { return wrong == 0 && verified > 0; }
  const char* summary() const {
    if (wrong > 0) return "FAILED";
    return verified > 0 ? "all verified" : "FAILED: nothing was verified";
  }
};

}  // namespace course
