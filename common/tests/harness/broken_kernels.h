// For tests: launches that are right, and launches that are wrong in one way each.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>

#include "common/harness/problem/data.h"

namespace course_tests {

// Writes `value` to one element of device memory.
void write_one(float* memory, std::ptrdiff_t at, float value);
void write_one(__half* memory, std::ptrdiff_t at, __half value);
void write_one(unsigned char* memory, std::ptrdiff_t at, unsigned char value);

// A kernel that does nothing, with a block of `threads` and `shared_bytes` of dynamic shared
// memory. The launch's error is left for cudaGetLastError.
void launch_nothing(unsigned threads, std::size_t shared_bytes = 0);

// A kernel that runs until *stop, in memory that the host can write, is not 0.
void launch_until(const volatile unsigned* stop);

// Adds of n elements.
enum class AddFault {
  none,
  zeros,              // does not read its inputs
  copy_of_a,          // forgets b
  without_the_last,   // n - 1 elements
  writes_one_behind,  // n + 1 elements, reading and writing behind
  writes_one_before,
  last_is_nan,
  rounds_twice,       // the last element by the next float16 or float32 number
  only_over_nan,      // leaves what is a number already
  overwrites_inputs,  // a gets the sum, b the zero that keeps it
};
template <typename T>
void launch_add(AddFault fault, const course::ElementwiseProblem<T>& problem);

// Histograms.
using Int32Problem = course::HistogramProblem<std::int32_t, course::SampleIsBin>;
enum class CountFault {
  none,
  nothing,           // an empty kernel: all counts stay as cleared
  first_samples,     // copies samples into the counts
  without_the_last,  // n - 1 samples
  one_too_many,      // n + 1 samples: reads behind the input
  neighbour_bin,     // the first sample counts one bin higher
  swaps_two_bins,    // bins 0 and 1 change places
  no_range_check,    // invalid samples go to the last bin
  writes_behind,     // changes the word behind the counts
  writes_before,     // changes the word before the counts
  changes_the_sample_behind,
  adds_to_workspace,  // counts in workspace that it never zeroed, and copies from there
  once_each,          // stores 1 for each bin that occurs: loses updates for sure
};
template <typename Problem>  // any of AnyHistogramProblem
void launch_count(CountFault fault, const Problem& problem);

}  // namespace course_tests
