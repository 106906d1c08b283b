// Generated samples: the same on every machine, and distributed as their names say.
#include "common/harness/problem/workload.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "common/harness/problem/random.h"
#include "common/harness/trial/verification.h"

using namespace course;
using Kind = Workload::Kind;

namespace {

template <typename Sample = std::int32_t>
std::vector<Sample> samples(Workload workload, std::size_t n, std::size_t bins,
                            std::uint64_t seed = 1) {
  return make_samples<Sample>(workload, n, bins, seed);
}

template <typename Sample>
Histogram histogram_of(const std::vector<Sample>& values, std::size_t bins) {
  return count_serially(values, bins, SampleIsBin());
}

using Int32s = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("random bits are those of SplitMix64") {
  CHECK(random_bits(0, 0) == 0xE220A8397B1DCDAFu);  // its first output from state 0
  CHECK(random_bits(1, 0) == 0xF4A90164C4749E1Au);
  CHECK(random_bits(1, 2) == 0xD424F2654F316EE0u);
  CHECK(random_bits(UINT64_MAX, 1) == 0xD37C68DEBC8C25D2u);
}

// The expected values were computed from the definitions by another program.
TEST_CASE("a seed gives the same samples on every machine") {
  CHECK(samples({}, 12, 256) == Int32s{244, 191, 212, 208, 72, 54, 10, 214, 236, 147, 241, 34});
  CHECK(samples({}, 6, 256, 2) == Int32s{97, 24, 91, 174, 32, 21});
  CHECK(samples({}, 6, 1000, 7) == Int32s{831, 738, 841, 278, 619, 32});
  CHECK(samples({Kind::zipf}, 8, 256) == Int32s{71, 6, 12, 11, 0, 0, 0, 13});
  CHECK(samples({Kind::hot, 50}, 8, 256) == Int32s{128, 128, 212, 208, 72, 128, 128, 214});
  CHECK(samples({Kind::edges}, 9, 300, 3) ==
        Int32s{109, std::numeric_limits<std::int32_t>::min(), 248, 72, 159, 285, 288, 25, 300});
  CHECK(samples<std::uint8_t>({}, 3, 256) == std::vector<std::uint8_t>{244, 191, 212});
  CHECK(samples<std::uint16_t>({}, 3, 256) == std::vector<std::uint16_t>{244, 191, 212});
}

TEST_CASE("a sample depends on seed and index alone, not on n or on the number of cores") {
  const Int32s few = samples({}, 1000, 256), many = samples({}, 1000003, 256);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  CHECK(samples({}, 1000003, 256) == many);
  const Int32s parts[] = {samples({}, 65535, 256), samples({}, 65536, 256),
                          samples({}, 131072, 256), samples({}, 131073, 256)};
  for (const Int32s& part : parts) CHECK(std::equal(part.begin(), part.end(), many.begin()));
  CHECK(many.back() == static_cast<std::int32_t>(random_bits(1, 1000002) >> 56));
}

TEST_CASE("another seed gives other samples") {
  CHECK(samples({}, 1000, 256, 1) != samples({}, 1000, 256, 2));
}

TEST_CASE("uniform: every bin is as likely as the others") {
  constexpr std::size_t kN = 1 << 20, kBins = 256;  // 4096 expected, standard deviation 64
  const Histogram h = histogram_of(samples({}, kN, kBins), kBins);
  CHECK(h.invalid == 0);
  for (const Count count : h.counts) {
    CHECK(count > 4096 - 6 * 64);
    CHECK(count < 4096 + 6 * 64);
  }
  // Chi-squared with 255 degrees of freedom: 255 expected, standard deviation 22.6. Far less would
  // be as suspicious as far more.
  double chi = 0;
  for (const Count count : h.counts) chi += (count - 4096.0) * (count - 4096.0) / 4096;
  CHECK(chi > 255 - 5 * 22.6);
  CHECK(chi < 255 + 5 * 22.6);
}

TEST_CASE("uniform uses bins that are no power of two up to the last") {
  for (const std::size_t bins : {1, 2, 3, 7, 97, 257, 1000}) {
    CAPTURE(bins);
    const Histogram h = histogram_of(samples({}, 100000, bins), bins);
    CHECK(h.invalid == 0);
    CHECK(*std::min_element(h.counts.begin(), h.counts.end()) > 0);
  }
}

TEST_CASE("uniform reaches the upper half of the most bins there can be") {
  const Int32s values = samples({}, 1000, kMaxBins);
  CHECK(*std::min_element(values.begin(), values.end()) >= 0);
  CHECK(*std::max_element(values.begin(), values.end()) > (1 << 30));
}

TEST_CASE("sorted is ascending and uses all bins equally") {
  for (const std::size_t n : {1u, 2u, 1000u, 100003u}) {
    const Int32s values = samples({Kind::sorted}, n, 256);
    CAPTURE(n);
    CHECK(std::is_sorted(values.begin(), values.end()));
    CHECK(values.front() == 0);
  }
  const Histogram h = histogram_of(samples({Kind::sorted}, 1 << 16, 256), 256);
  CHECK(h.invalid == 0);
  for (const Count count : h.counts) CHECK(count == 256);
  CHECK(histogram_of(samples({Kind::sorted}, 100003, 97), 97).invalid == 0);
}

TEST_CASE("single puts every sample into one valid bin") {
  for (const std::size_t bins : {1, 2, 256, 1000}) {
    const Histogram h = histogram_of(samples({Kind::single}, 5000, bins), bins);
    CAPTURE(bins);
    CHECK(h.invalid == 0);
    CHECK(*std::max_element(h.counts.begin(), h.counts.end()) == 5000);
  }
}

TEST_CASE("hot:P puts P percent of the samples into one bin, beside its uniform share") {
  constexpr std::size_t kN = 1000000, kBins = 256;
  for (const unsigned percent : {0u, 1u, 50u, 90u, 100u}) {
    CAPTURE(percent);
    const Histogram h = histogram_of(samples({Kind::hot, percent}, kN, kBins), kBins);
    CHECK(h.invalid == 0);
    const double largest = *std::max_element(h.counts.begin(), h.counts.end());
    const double expected = percent / 100.0 + (1 - percent / 100.0) / kBins;
    CHECK(largest / kN == doctest::Approx(expected).epsilon(0.08));
    const double least = *std::min_element(h.counts.begin(), h.counts.end());
    CHECK(least / kN == doctest::Approx((1 - percent / 100.0) / kBins).epsilon(0.2));
  }
}

TEST_CASE("zipf has 40 % in bin 0 at 256 bins, and falls with the power 1.5") {
  constexpr std::size_t kN = 1000000, kBins = 256;
  const Histogram h = histogram_of(samples({Kind::zipf}, kN, kBins), kBins);
  CHECK(h.invalid == 0);
  const double first = h.counts[0];
  CHECK(first / kN == doctest::Approx(0.402).epsilon(0.01));
  CHECK(h.counts[3] / first == doctest::Approx(1.0 / 8).epsilon(0.03));
  CHECK(h.counts[15] / first == doctest::Approx(1.0 / 64).epsilon(0.1));
  CHECK(h.counts[255] > 0);
}

TEST_CASE("zipf with one bin fills that bin") {
  CHECK(histogram_of(samples({Kind::zipf}, 1000, 1), 1).counts[0] == 1000);
}

TEST_CASE("edges contains each value at or beyond the limits, one sample in four") {
  const Int32s values = samples({Kind::edges}, 10000, 300);
  for (const std::int32_t edge : {-1, -128, 255, 256, std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max(), 299, 300}) {
    CAPTURE(edge);
    CHECK(std::count(values.begin(), values.end(), edge) > 200);  // 312 expected
  }
  // Of the eight edges -1, -128, INT_MIN, INT_MAX and 300 are invalid: 5/32 of the samples.
  const Histogram h = histogram_of(values, 300);
  CHECK(h.invalid / 10000.0 == doctest::Approx(5.0 / 32).epsilon(0.1));
}

TEST_CASE("edges of bytes lie at both ends") {
  const auto values = samples<std::uint8_t>({Kind::edges}, 10000, 100);
  for (const int edge : {0, 99, 100, 128, 255}) {
    CAPTURE(edge);
    CHECK(std::count(values.begin(), values.end(), edge) > 0);
  }
}

TEST_CASE("narrow samples use the bins they can name, and no count is folded into others") {
  const auto bytes = samples<std::uint8_t>({}, 100000, 1000);
  const Histogram h = histogram_of(bytes, 1000);
  CHECK(h.invalid == 0);
  for (std::size_t bin = 0; bin < 256; ++bin) CHECK(h.counts[bin] > 200);  // 391 expected
  for (std::size_t bin = 256; bin < 1000; ++bin) CHECK(h.counts[bin] == 0);

  const auto sorted = samples<std::uint8_t>({Kind::sorted}, 1000, 1000);
  CHECK(std::is_sorted(sorted.begin(), sorted.end()));
  CHECK(sorted.back() == 255);

  const auto words = samples<std::uint16_t>({}, 100000, 70000);
  CHECK(*std::max_element(words.begin(), words.end()) > 65000);
}

TEST_CASE("no samples are no samples") {
  for (const Kind kind : {Kind::uniform, Kind::sorted, Kind::single, Kind::zipf, Kind::edges}) {
    CHECK(samples({kind, 50}, 0, 256).empty());
  }
}

TEST_CASE("workloads and types are called as on the command line") {
  for (const std::string name : {"uniform", "sorted", "single", "zipf", "hot:0", "hot:100"}) {
    CHECK(name_of(parse_workload(name)) == name);
  }
  for (const SampleType type : {SampleType::int32, SampleType::uint16, SampleType::uint8}) {
    CHECK(parse_sample_type(name_of(type)) == type);
  }
  CHECK(size_of(SampleType::int32) == sizeof(std::int32_t));
  CHECK(size_of(SampleType::uint16) == sizeof(std::uint16_t));
  CHECK(size_of(SampleType::uint8) == sizeof(std::uint8_t));
}
