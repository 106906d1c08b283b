// Results against references: what passes, what fails, and what the failure names.
#include "common/harness/trial/verification.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Histogram reference(std::vector<Count> counts) { return {std::move(counts), 0}; }

__half half_of(float value) { return __float2half(value); }
std::vector<__half> halves(std::vector<float> values) {
  std::vector<__half> result;
  for (const float value : values) result.push_back(half_of(value));
  return result;
}
std::uint16_t bits_of(__half value) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("equal counts pass") {
  CHECK(verify_counts({1, 2, 3}, reference({1, 2, 3})).passed);
  CHECK(verify_counts({}, reference({})).passed);
}

TEST_CASE("two swapped bins fail, although their sum is right") {
  const Verdict v = verify_counts({5, 3, 4, 7}, reference({5, 4, 3, 7}));
  CHECK_FALSE(v.passed);
  CHECK(contains(v.message, "bin 1 is 3 instead of 4"));
  CHECK(contains(v.message, "2 of 4 bins are wrong"));
  CHECK_FALSE(v.only_lost_updates);
  CHECK(v.lost_updates == 0);
}

TEST_CASE("one count moved to the neighbour bin fails") {
  const Verdict v = verify_counts({10, 9, 11, 10}, reference({10, 10, 10, 10}));
  CHECK_FALSE(v.passed);
  CHECK(contains(v.message, "bin 1 is 9 instead of 10"));
  CHECK(contains(v.message, "their sum is 40"));
  CHECK_FALSE(v.only_lost_updates);
}

TEST_CASE("the first wrong bin is named, also when it is the last") {
  std::vector<Count> counts(1000, 4000), want = counts;
  counts[999] = 3999;
  CHECK(contains(verify_counts(counts, reference(want)).message,
                 "bin 999 is 3,999 instead of 4,000"));
  counts[0] = 5000;
  CHECK(
      contains(verify_counts(counts, reference(want)).message, "bin 0 is 5,000 instead of 4,000"));
}

TEST_CASE("missing counts alone are lost updates, and are summed") {
  const Verdict v = verify_counts({7, 10, 1, 0}, reference({10, 10, 5, 0}));
  CHECK_FALSE(v.passed);
  CHECK(v.only_lost_updates);
  CHECK(v.lost_updates == 7);
}

TEST_CASE("a bin that was never written is no lost update: the last writer leaves at least 1") {
  const Verdict v = verify_counts({7, 10, 0}, reference({10, 10, 5}));
  CHECK_FALSE(v.passed);
  CHECK_FALSE(v.only_lost_updates);
}

TEST_CASE("one count too many is no lost update, whatever else is missing") {
  const Verdict v = verify_counts({7, 11, 0}, reference({10, 10, 5}));
  CHECK_FALSE(v.passed);
  CHECK_FALSE(v.only_lost_updates);
  CHECK(v.lost_updates == 0);
}

TEST_CASE("the sum of the message does not overflow 32 bits") {
  const Verdict v =
      verify_counts({4294967295u, 4294967295u, 1}, reference({4294967295u, 4294967295u, 0}));
  CHECK(contains(v.message, "8,589,934,591"));
}

TEST_CASE("another number of bins fails") {
  CHECK_FALSE(verify_counts({1, 2}, reference({1, 2, 0})).passed);
  CHECK_FALSE(verify_counts({1, 2, 0}, reference({1, 2})).passed);
}

TEST_CASE("equal sums pass, and infinity equals infinity") {
  CHECK(verify_sums<float>({1, -2.5f, kInf, -kInf, 0}, {1, -2.5f, kInf, -kInf, 0}).passed);
  CHECK(verify_sums(halves({1, kInf, -kInf}), halves({1, kInf, -kInf})).passed);
  CHECK(verify_sums<float>({}, {}).passed);
}

TEST_CASE("NaN in the last place fails, even where the reference is NaN too") {
  const Verdict v = verify_sums<float>({1, 2, kNaN}, {1, 2, 3});
  CHECK_FALSE(v.passed);
  CHECK(contains(v.message, "element 2 is NaN instead of 3"));
  CHECK_FALSE(verify_sums<float>({1, kNaN}, {1, kNaN}).passed);
  CHECK_FALSE(verify_sums(halves({1, 2, kNaN}), halves({1, 2, 3})).passed);
  CHECK_FALSE(verify_sums(halves({kNaN}), halves({kNaN})).passed);
}

TEST_CASE("infinity is not the largest number, and not minus infinity") {
  const Verdict v = verify_sums(halves({kInf}), halves({65504}));
  CHECK_FALSE(v.passed);
  CHECK(contains(v.message, "inf"));
  CHECK(contains(v.message, "65504"));
  CHECK_FALSE(verify_sums(halves({65504}), halves({kInf})).passed);
  CHECK_FALSE(verify_sums<float>({kInf}, {-kInf}).passed);
  CHECK_FALSE(verify_sums<float>({kInf}, {std::numeric_limits<float>::max()}).passed);
}

TEST_CASE("sums are compared bit for bit: no tolerance, and +0 is not -0") {
  CHECK_FALSE(verify_sums<float>({std::nextafterf(1, 2)}, {1}).passed);
  CHECK_FALSE(verify_sums<float>({0.0f}, {-0.0f}).passed);
  CHECK_FALSE(verify_sums(halves({0.0f}), halves({-0.0f})).passed);
  CHECK_FALSE(verify_sums<float>({1e-45f}, {0}).passed);
}

TEST_CASE("the first wrong element is named") {
  std::vector<float> sums(5000, 1), want = sums;
  sums[1234] = 2;
  sums[4000] = 3;
  CHECK(contains(verify_sums(sums, want).message, "element 1,234 is 2"));
}

TEST_CASE("all but the last element, zeros, or a copy of an input fail") {
  const std::vector<float> a = {1, 2, 3, 4}, sums = {11, 22, 33, 44};
  CHECK_FALSE(verify_sums<float>({0, 0, 0, 0}, sums).passed);
  CHECK_FALSE(verify_sums(a, sums).passed);
  CHECK_FALSE(verify_sums<float>({11, 22, 33, kNaN}, sums).passed);
  CHECK_FALSE(verify_sums<float>({11, 22, 33}, sums).passed);
}

TEST_CASE("a float16 sum is the float32 sum rounded once to nearest even") {
  // 2048 + 1 lies between two float16 numbers, 2 apart: the even one is 2048; 2050 + 1 gives 2052.
  CHECK(bits_of(reference_sum(half_of(2048), half_of(1))) == bits_of(half_of(2048)));
  CHECK(bits_of(reference_sum(half_of(2050), half_of(1))) == bits_of(half_of(2052)));
  CHECK(bits_of(reference_sum(half_of(65504), half_of(65504))) == 0x7C00);  // infinity
  CHECK(bits_of(reference_sum(half_of(65504), half_of(15.5f))) == 0x7BFF);  // 65504, the largest
  const float smallest = 5.9604644775390625e-8f;                            // subnormal: 2^-24
  CHECK(bits_of(reference_sum(half_of(smallest), half_of(smallest))) == 0x0002);
  CHECK(reference_sum(1.0f, 1e-8f) == 1.0f);
}
