// What all workers counted of memory, kernel by kernel.
#pragma once
#include <cpu_backend/launch.h>

#include <optional>

#include "common/cpu/memory_counts.h"
#include "tracing/tracer.h"

namespace course::cpu {

// From now on launches are counted anew.
void forget_launches();
// A launch begins; what its workers hand in belongs to it.
void begin_counted_launch(const Kernel& kernel, const LaunchConfiguration& configuration);
void add_to_launch(const Kernel& kernel, const LaunchConfiguration& configuration,
                   const InstructionCounts& counts, bool is_incomplete);
// Over all launches; empty if some counts are incomplete, or if the build does not trace.
std::optional<MemoryCounts> sum_of_launches();

}  // namespace course::cpu
