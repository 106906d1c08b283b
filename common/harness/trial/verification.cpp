#include "common/harness/trial/verification.h"

#include <cmath>

#include "common/row/format.h"

namespace course {
namespace {

std::string text_of(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return exact(value);
}

}  // namespace

Verdict verify_counts(const std::vector<Count>& counts, const Histogram& reference) {
  if (counts.size() != reference.counts.size()) return failed("the number of bins differs");
  Verdict verdict;
  bool too_many = false;
  std::uint64_t wrong = 0, missing = 0, sum = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const Count got = counts[bin], want = reference.counts[bin];
    sum += got;
    if (got == want) continue;
    if (wrong++ == 0) {
      verdict.message =
          "bin " + std::to_string(bin) + " is " + grouped(got) + " instead of " + grouped(want);
    }
    // The last thread to write a bin leaves at least 1: a bin that is still 0 was never written.
    if (got > want || got == 0) {
      too_many = true;
    } else {
      missing += want - got;
    }
  }
  if (wrong == 0) return verdict;
  verdict.passed = false;
  verdict.only_lost_updates = !too_many;
  verdict.lost_updates = too_many ? 0 : missing;
  verdict.message += "; " + grouped(wrong) + " of " + grouped(counts.size()) +
                     " bins are wrong, their sum is " + grouped(sum);
  return verdict;
}

template <typename T>
Verdict wrong_sum(std::size_t i, T got, T want) {
  // Unwritten memory holds NaN; operands do not.
  const char* const hint = std::isnan(static_cast<float>(got)) ? "; perhaps nothing wrote it" : "";
  return failed("element " + grouped(i) + " is " + text_of(static_cast<float>(got)) +
                " instead of " + text_of(static_cast<float>(want)) + hint);
}

template Verdict wrong_sum(std::size_t, float, float);
template Verdict wrong_sum(std::size_t, __half, __half);

}  // namespace course
