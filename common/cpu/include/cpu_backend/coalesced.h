// Which threads of a warp are together at one place of a kernel.
#pragma once
#include <cpu_backend/keywords.h>

namespace course::cpu {

// The lanes of the caller's warp that come to `at` before anything makes one of them wait. Threads
// run one after another here, so the caller waits for them.
unsigned coalesced_lanes(SourceLine at);

}  // namespace course::cpu
