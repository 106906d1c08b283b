// --check of an exercise's program.
#pragma once

#include <string>
#include <vector>

#include "common/exercise/catalogue.h"
#include "common/exercise/launch.h"

namespace course {

// All results are right, but the work that the exercise demands is not counted by this build.
inline constexpr int kExitUncounted = 3;

// Judges the program at `path` by running it with --serve, or the launch in this process if
// --in-process is among the arguments. Prints what is wrong, and returns the exit status: 0 passed,
// 1 failed, kExitUncounted, kExitNoDevice. `arguments` are those of the command line; throws
// UsageError.
int check_exercise(const Exercise& exercise, const std::string& path, const AnyLaunch& launch,
                   const std::vector<std::string>& arguments);

}  // namespace course
