// --check of an exercise's program.
#pragma once

#include <string>
#include <vector>

#include "common/exercise/catalogue.h"

namespace course {

// Judges the program at `path` by running it with --serve, prints what is wrong, and returns the
// exit status. `arguments` are those of the command line; throws UsageError.
int check_exercise(const Exercise& exercise, const std::string& path,
                   const std::vector<std::string>& arguments);

}  // namespace course
