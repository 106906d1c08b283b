// Looks after the workers of one launch: one whose block makes no progress for too long is stopped,
// so that no kernel hangs.
#pragma once
#include <chrono>
#include <cstdint>
#include <vector>

#include "block/progress.h"

namespace course::cpu {

class Watchdog {
 public:
  // How often look() wants to be called.
  static constexpr std::chrono::milliseconds period{100};

  // `failed` tells that the launch is lost already, so that nobody needs to be patient.
  void look(const std::vector<Progress*>& workers, bool failed);

 private:
  struct Seen {
    std::uint64_t progress = 0;
    std::chrono::steady_clock::time_point since;
  };
  std::vector<Seen> seen_;
};

// The seconds without progress that a block is given: COURSE_CPU_WATCHDOG, else 20; 0 for ever.
int watchdog_seconds();

}  // namespace course::cpu
