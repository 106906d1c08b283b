// What each source line of a kernel asks of memory (--lines).
#pragma once

#include <string>
#include <vector>

#include "common/cpu/memory_counts.h"
#include "common/harness/report/report.h"

namespace course {

// One kernel's lines, worst first: those whose requests take the most sectors, passes or wavefronts
// more than would do. Ends with a newline.
std::string lines_of(const cpu::KernelCounts& kernel);

// The same over all lines: "global loads: 32,768 requests, 131,072 sectors; ...". What there is
// none of is left out.
std::string sums_of(const cpu::MemoryCounts& memory);

// Prints the sums and lines of each row's kernels on stdout; nothing for rows without counts.
void print_lines(const std::vector<Result>& rows);

}  // namespace course
