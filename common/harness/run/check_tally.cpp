#include "common/harness/run/check_tally.h"

#include <cstdio>
#include <stdexcept>

namespace course {

void CheckTally::add(const std::string& description, const Outcome& outcome,
                     const std::string& demand) {
  constexpr int kMostMessages = 3;
  const bool applicable = outcome.status != Status::not_applicable;
  std::string wrong = outcome.status == Status::failed ? outcome.note : "";
  if (!applicable) {
    const bool excused = outcome.not_offered || demand.empty();
    wrong =
        excused ? "" : "does not apply: " + outcome.note + "; every variant must take " + demand;
  }
  ran_ += applicable;
  left_out_ += !applicable;
  not_offered_ += outcome.not_offered;
  is_demanded_left_out_ = is_demanded_left_out_ || (outcome.not_offered && !demand.empty());
  right_ += outcome.status == Status::ok;
  if (!wrong.empty() && wrong_++ < kMostMessages) {
    std::printf("  %s: %s: %s\n", variant_.c_str(), description.c_str(), wrong.c_str());
  }
  if (outcome.device_lost) throw std::runtime_error("the device is lost after this error");
}

void CheckTally::finish() {
  if (ran_ == 0 || !is_demanded_left_out_) return;
  ++wrong_;
  std::printf(
      "  %s: ran in some cases, and in others that every variant must take it makes a call "
      "that this backend does not offer\n",
      variant_.c_str());
}

void CheckTally::print(const std::string& remark) const {
  std::printf("%-28s ", variant_.c_str());
  if (ran_ == 0) {
    std::printf(not_offered_ > 0 ? "not offered by this backend"
                : wrong_ > 0     ? "FAILED: not applicable to any case"
                                 : "not applicable to any case");
  } else {
    const char* const right = proof_ == Proof::full ? "verified" : "as expected";
    std::printf("%s: %d cases", wrong_ > 0 ? "FAILED" : right, ran_);
    if (wrong_ > 0) std::printf(", %d wrong", wrong_);
    if (left_out_ > 0) std::printf(", %d not applicable", left_out_);
    std::printf("%s", remark.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace course
