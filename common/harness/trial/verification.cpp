#include "common/harness/trial/verification.h"

#include <cmath>
#include <cstring>

#include "common/row/format.h"

namespace course {
namespace {

float as_float(float value) { return value; }
float as_float(__half value) { return __half2float(value); }

template <typename T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

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
Verdict verify_sums(const std::vector<T>& sums, const std::vector<T>& reference) {
  if (sums.size() != reference.size()) return failed("the number of elements differs");
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const float got = as_float(sums[i]);
    if (same_bits(sums[i], reference[i]) && !std::isnan(got)) continue;
    return failed("element " + grouped(i) + " is " + text_of(got) + " instead of " +
                  text_of(as_float(reference[i])));
  }
  return {};
}

template Verdict verify_sums(const std::vector<float>&, const std::vector<float>&);
template Verdict verify_sums(const std::vector<__half>&, const std::vector<__half>&);

}  // namespace course
