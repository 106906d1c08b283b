// A histogram as bars in the terminal.
#pragma once

#include <string>

#include "common/harness/trial/verification.h"

namespace course {

// One line per bin that holds something, at most 64 lines: more bins are grouped. Letters are named
// "a-d", bytes by their character. Ends with the number of invalid samples.
void print_bars(const Histogram& histogram, bool letters, bool bytes);

}  // namespace course
