// kernel<<<grid, block, shared, stream>>>(arguments) becomes
// COURSE_CPU_KERNEL(kernel).with(::course::cpu::configure(grid, ...))(arguments). NULL as an
// argument becomes nullptr, which it stays where the kernel is a template.
#pragma once
#include "edits.h"

// `at` is the position of the <<<.
void rewrite_launch(const SourceText& source, std::size_t at, Edits& edits);
