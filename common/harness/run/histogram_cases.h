// The difficult cases of a histogram's --check: sizes, bins, blocks, offsets and inputs on which
// public histogram programs have failed.
#pragma once

#include <string>
#include <vector>

#include "common/harness/problem/histogram_data.h"

namespace course {

struct HistogramCase {
  HistogramSpec spec;
  LaunchOptions asked;
  // As if the device had one multiprocessor: a grid that fills the device then has few threads, and
  // its loops run often on inputs that a full device would take in one round.
  bool one_multiprocessor = false;
  bool once = false;  // not a second time on another input
};

// All that takes a moment, for a device of this size.
std::vector<HistogramCase> histogram_cases(const Device& device);

// Those with more samples than 24 bits number, and on a GPU as many as 32 bits number. They take a
// second, so they are for variants that are right in all others, and left out under a sanitizer,
// where it would be a minute: COURSE_CHECK_QUICK=1 does that for one which nobody can see.
std::vector<HistogramCase> large_histogram_cases();

// What every variant must take, if this case is of that kind, else "". Beyond it a variant may have
// limits of its own: many bins, letters, a block or runs that it was not compiled for.
std::string demand_of(const HistogramCase& c);

// "n 5, bins 256, uint8 edges, ..."
std::string describe(const HistogramCase& c);

}  // namespace course
