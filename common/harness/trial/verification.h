// Element by element comparison of a result with its reference. A wrong result never gets a time.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/harness/problem/workload.h"

namespace course {

struct Verdict {
  bool passed = true;
  std::string message;             // when failed: the first wrong place with both values
  std::uint64_t lost_updates = 0;  // histograms: counts missing, when every bin is at most right
  bool only_lost_updates = false;  // wrong, but in no other way than by missing counts
  bool damaged = false;            // memory outside the result was written: never excused
};

inline Verdict failed(const std::string& message) {
  Verdict verdict;
  verdict.passed = false;
  verdict.message = message;
  return verdict;
}
inline Verdict damaged(const std::string& message) {
  Verdict verdict = failed(message);
  verdict.damaged = true;
  return verdict;
}

// The serial CPU reference of a histogram: what every variant must reproduce.
struct Histogram {
  std::vector<Count> counts;  // one per bin
  std::uint64_t invalid = 0;  // samples outside [0, bins); counts sum to n - invalid
};

// One pass over the samples, one core, no tricks. Also the timed variant `serial` of chapter 03.
template <typename Sample, typename BinOf>
Histogram count_serially(const std::vector<Sample>& samples, std::size_t bins, BinOf bin_of) {
  Histogram histogram;
  histogram.counts.assign(bins, 0);
  for (const Sample sample : samples) {
    const unsigned bin = bin_of(sample);
    if (bin < bins) {
      ++histogram.counts[bin];
    } else {
      ++histogram.invalid;
    }
  }
  return histogram;
}

// Bin by bin. Fails naming the first wrong bin and both values. Sizes must be equal.
Verdict verify_counts(const std::vector<Count>& counts, const Histogram& reference);

// Sums, bit by bit, so that +0 and -0 differ; NaN never passes, not even against NaN.
// T is float or __half.
template <typename T>
Verdict verify_sums(const std::vector<T>& sums, const std::vector<T>& reference);

// What an add must give: float32 added once; float16 as the float32 sum of the two, rounded once to
// nearest even.
inline float reference_sum(float a, float b) { return a + b; }
inline __half reference_sum(__half a, __half b) {
  return __float2half(__half2float(a) + __half2float(b));
}

}  // namespace course
