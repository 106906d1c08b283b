// Element by element comparison of a result with its reference. A wrong result never gets a time.
#pragma once

#include <cuda_fp16.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/harness/problem/operands.h"
#include "common/harness/problem/parallel.h"
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

  void count(unsigned bin) {
    if (bin < counts.size()) {
      ++counts[bin];
    } else {
      ++invalid;
    }
  }
};

// One pass over the samples, one core, no tricks.
template <typename Sample, typename BinOf>
Histogram count_serially(const std::vector<Sample>& samples, std::size_t bins, BinOf bin_of) {
  Histogram histogram{std::vector<Count>(bins)};
  for (const Sample sample : samples) histogram.count(bin_of(sample));
  return histogram;
}

// Bin by bin. Fails naming the first wrong bin and both values. Sizes must be equal.
Verdict verify_counts(const std::vector<Count>& counts, const Histogram& reference);

// Bit by bit, so that +0 and -0 differ; NaN is never right, not even against NaN. T is float or
// __half.
template <typename T>
bool is_right_sum(T got, T want) {
  return is_same(got, want) && !std::isnan(static_cast<float>(got));
}
template <typename T>
Verdict wrong_sum(std::size_t i, T got, T want);

// Sums against what reference(i) gives for each; reference() may run on several cores.
template <typename T, typename Reference>
Verdict verify_sums(const std::vector<T>& sums, Reference reference) {
  const std::size_t wrong = first_where(sums.size(), "checking sums", [&](std::size_t i) {
    return !is_right_sum<T>(sums[i], reference(i));
  });
  return wrong == sums.size() ? Verdict() : wrong_sum<T>(wrong, sums[wrong], reference(wrong));
}
template <typename T>
Verdict verify_sums(const std::vector<T>& sums, const std::vector<T>& reference) {
  if (sums.size() != reference.size()) return failed("the number of elements differs");
  return verify_sums(sums, [&](std::size_t i) { return reference[i]; });
}

}  // namespace course
