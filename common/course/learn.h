// The learner's loop: shows an exercise, builds and checks it whenever its file changes.
#pragma once

#include "common/course/place.h"

namespace course {

// Begins with `first`, or without it with the first exercise that is not solved, and goes on with
// the next when it is. `once`: one round instead of waiting for changes. Returns the exit status:
// 0 solved, 1 not yet, 77 no usable device.
int learn(const Place& place, const Exercise* first, bool once);

}  // namespace course
