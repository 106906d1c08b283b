// kernel<<<grid, block, shared, stream>>>(arguments) becomes
// COURSE_CPU_KERNEL(kernel) ->* ::course::cpu::configure(grid, ...)(arguments).
#pragma once
#include "edits.h"

// `at` is the position of the <<<.
void rewrite_launch(const SourceText& source, std::size_t at, Edits& edits);
