// Hints for exercises, read from their pages.
#pragma once

#include "common/course/place.h"

namespace course {

// Prints the next hint, or from the first one on `again`, and remembers which it was. Returns the
// exit status.
int hint(const Place& place, const Exercise& exercise, bool again);

}  // namespace course
