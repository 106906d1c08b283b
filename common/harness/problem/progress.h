// Tells somebody who waits at a terminal how far a long piece of work is.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace course {

// Writes "making samples: 42 %" into one line of `file`, which is erased at the end; nothing in the
// first second, and nothing at all where `file` is no terminal.
class Progress {
 public:
  Progress(std::string work, std::size_t steps, int file = STDERR_FILENO, double silent_s = 1);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::size_t steps);  // from any thread

 private:
  using Clock = std::chrono::steady_clock;

  const std::string work_;
  const std::size_t steps_;
  const int file_;
  const bool is_shown_;
  std::atomic<std::size_t> done_{0};
  std::mutex writing_;
  Clock::time_point next_;
  std::size_t width_ = 0;  // of the line as it stands there
};

}  // namespace course
