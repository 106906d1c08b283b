#include "common/harness/problem/progress.h"

#include <utility>

namespace course {
namespace {

// What cannot be written is not worth an error.
void write_text(int file, const std::string& text) {
  if (write(file, text.data(), text.size()) < 0) return;
}

}  // namespace

Progress::Progress(std::string work, std::size_t steps, int file, double silent_s)
    : work_(std::move(work)),
      steps_(steps),
      file_(file),
      is_shown_(steps > 0 && isatty(file) == 1),
      next_(Clock::now() +
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(silent_s))) {}

Progress::~Progress() {
  if (width_ > 0) write_text(file_, "\r" + std::string(width_, ' ') + "\r");
}

void Progress::add(std::size_t steps) {
  const std::size_t done = done_ += steps;
  if (!is_shown_) return;
  const std::unique_lock<std::mutex> lock(writing_, std::try_to_lock);
  if (!lock || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  const double share = static_cast<double>(done) / static_cast<double>(steps_);
  const std::string line = work_ + ": " + std::to_string(static_cast<int>(100 * share)) + " %";
  write_text(file_, "\r" + line);
  width_ = line.size();  // it never becomes shorter
}

}  // namespace course
