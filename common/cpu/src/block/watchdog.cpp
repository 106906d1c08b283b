// See watchdog.h.
#include "block/watchdog.h"

#include <algorithm>

#include "runtime/settings.h"

namespace course::cpu {

int watchdog_seconds() {
  static const int seconds = setting("COURSE_CPU_WATCHDOG", 20, 0, 1'000'000);
  return seconds;
}

void Watchdog::look(const std::vector<Progress*>& workers, bool failed) {
  using namespace std::chrono_literals;
  if (watchdog_seconds() == 0) return;
  const auto now = std::chrono::steady_clock::now();
  const auto usual = std::chrono::milliseconds(watchdog_seconds() * 1000);
  const auto limit = failed ? std::min<std::chrono::milliseconds>(usual, 1s) : usual;
  seen_.resize(workers.size());
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const std::uint64_t progress = workers[i]->value();
    if (progress != seen_[i].progress) {
      seen_[i] = {progress, now};
    } else if (workers[i]->is_running_block() && now - seen_[i].since > limit) {
      // Ask first: a thread that comes to a barrier or an atomic stops in an orderly way. One that
      // never does is interrupted.
      workers[i]->request_stop(progress);
      if (now - seen_[i].since > limit + 300ms) workers[i]->interrupt();
    }
  }
}

}  // namespace course::cpu
