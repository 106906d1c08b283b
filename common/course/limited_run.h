// Runs a program to its end, within limits.
#pragma once

#include <functional>
#include <string>

#include "common/exercise/sandbox.h"

namespace course {

struct RunResult {
  int status = 0;  // as waitpid gives it
  bool timed_out = false;
  std::string log;  // what it printed
};

// A line for the shell, with this program's own environment, cut to what tools need.
Command shell(const std::string& line);

// Afterwards nothing that the program started is left. `while_waiting` is called with the seconds
// that have passed, again and again. Throws std::runtime_error when it cannot be started.
RunResult run_limited(
    const Command& command, double seconds,
    const std::function<void(double)>& while_waiting = [](double) {});

// Prints a line each 15 s, so that nobody takes long work for none.
std::function<void(double)> says_still_at_it();

}  // namespace course
