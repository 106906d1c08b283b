// What the CPU backend does not have, and says so.
#pragma once
#include <cpu_backend/runtime_types.h>

namespace course::cpu {

// Reports `why`, the first time, and returns cudaErrorNotSupported.
cudaError_t not_supported(const char* why);

// For PTX without a C++ body: the running kernel fails. `at` is where the PTX stands.
[[noreturn]] void unknown_ptx(SourceLine at = SourceLine::here());

// For this_grid().sync(): the running kernel fails.
[[noreturn]] void no_grid_sync(SourceLine at);

}  // namespace course::cpu
