// What a build printed, cut to what helps.
#pragma once

#include <string>

namespace course {

// The compiler's or linker's first error without the way to its file, and so many lines after it,
// which show the place; the first line of the log if there is no error in it.
std::string first_error(const std::string& log, int lines_after = 0);

}  // namespace course
