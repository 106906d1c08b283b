// What all workers counted of memory, kernel by kernel.
#pragma once
#include <cpu_backend/launch.h>

#include <functional>
#include <optional>
#include <vector>

#include "common/cpu/memory_counts.h"
#include "tracing/tracer.h"

namespace course::cpu {

// A launch begins; what its workers hand in belongs to it.
void begin_counted_launch(const Kernel& kernel, const LaunchConfiguration& configuration);
void add_to_launch(const Kernel& kernel, const LaunchConfiguration& configuration,
                   const InstructionCounts& counts, bool is_incomplete);

// What was counted since this was called last; both empty where the build does not trace.
struct CountedLaunches {
  std::optional<MemoryCounts> memory;  // empty if some counts are incomplete
  std::function<std::vector<KernelCounts>()> kernels;
};
CountedLaunches take_launches();

}  // namespace course::cpu
