// The difficult cases of an add's --check: every tail, every pointer moved by itself, and rows that
// no width divides.
#pragma once

#include <string>
#include <vector>

#include "common/harness/problem/elementwise_data.h"

namespace course {

struct AddCase {
  ElementwiseSpec spec;
  unsigned block = 256;
  bool once = false;  // not a second time on another input
};

// The quick cases.
std::vector<AddCase> add_cases();

// Cases of more than 2^24 elements, run last, and only if all quick ones passed; see
// large_histogram_cases.
std::vector<AddCase> large_add_cases();

// "1 x 70, block 32; a, offset 0; b, offset 0; c, offset 1"
std::string describe(const AddCase& c);

}  // namespace course
