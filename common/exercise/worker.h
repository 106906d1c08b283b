// The submission's side: runs the launch on the tasks that the judge sends. It knows no reference
// and judges nothing.
#pragma once

#include "common/exercise/launch.h"
#include "common/exercise/worker_process.h"

namespace course {

// Serves tasks until the judge closes the pipe; see wire.h. Returns the exit status.
int serve_tasks(const AnyLaunch& launch);

// Runs tasks in this process, which may not survive them: for tools that look into one process.
// Throws CudaError where there is no device.
Ask asks_here(const AnyLaunch& launch);

}  // namespace course
