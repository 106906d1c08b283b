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

// The quick cases, for a device of this size.
std::vector<HistogramCase> histogram_cases(const Device& device);

// Cases of very many samples: more than 2^24, and on a GPU 2^32 - 1. They take a second, so they
// are run last, and only if all quick ones passed.
std::vector<HistogramCase> large_histogram_cases();

// What every variant must take, if this case is of that kind, else "". Beyond it a variant may have
// limits of its own: many bins, letters, a block or runs that it was not compiled for.
std::string demand_of(const HistogramCase& c);

// "n 5, bins 256, uint8 edges, ..."
std::string describe(const HistogramCase& c);

}  // namespace course
