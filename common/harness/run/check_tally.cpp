#include "common/harness/run/check_tally.h"

#include <cstdio>
#include <stdexcept>

namespace course {

void CheckTally::add(const std::string& description, const Outcome& outcome) {
  constexpr int kMostMessages = 3;
  const bool applicable = outcome.status != Status::not_applicable;
  ran_ += applicable;
  left_out_ += !applicable;
  not_offered_ += outcome.not_offered;
  if (outcome.status == Status::failed && wrong_++ < kMostMessages) {
    std::printf("  %s: %s: %s\n", variant_.c_str(), description.c_str(), outcome.note.c_str());
  }
  if (outcome.device_lost) throw std::runtime_error("the device is lost after this error");
}

void CheckTally::print(const std::string& remark) const {
  std::printf("%-28s ", variant_.c_str());
  if (ran_ == 0) {
    std::printf(not_offered_ > 0 ? "not offered by this backend" : "not applicable to any case");
  } else {
    std::printf("%s: %d cases", wrong_ > 0 ? "FAILED" : "verified", ran_);
    if (wrong_ > 0) std::printf(", %d wrong", wrong_);
    if (left_out_ > 0) std::printf(", %d not applicable", left_out_);
    std::printf("%s", remark.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace course
