// What all blocks of one launch have in common.
#pragma once
#include <cpu_backend/launch.h>

#include "memory/device_memory.h"

namespace course::cpu {

struct LaunchFacts {
  const LaunchConfiguration* configuration = nullptr;
  const Kernel* kernel = nullptr;
  int threads = 0;  // of a block
  bool counting = false;
  // If set, stop at the first thread that changes the fill around this allocation.
  const Allocation* watched = nullptr;
};

}  // namespace course::cpu
