// The submission's side: runs the launch on the tasks that the judge sends. It knows no reference
// and judges nothing.
#pragma once

#include "common/exercise/launch.h"

namespace course {

// Serves tasks until the judge closes the pipe; see wire.h. Returns the exit status.
int serve_tasks(const AnyLaunch& launch);

}  // namespace course
