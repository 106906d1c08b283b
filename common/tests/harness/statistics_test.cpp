// Median, quantiles and spread of repeated timings.
#include "common/harness/trial/statistics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace course;

TEST_CASE("the median of an even number of values lies between the middle two") {
  CHECK(summarize({1, 2, 3, 4}).median == 2.5);
  CHECK(summarize({4, 1, 3, 2}).median == 2.5);
  CHECK(summarize({7, 5}).median == 6);
}

TEST_CASE("one interrupted repetition does not move the median") {
  CHECK(summarize({100, 1, 1, 1, 1}).median == 1);
  CHECK(summarize({1, 1, 1, 1, 100}).median == 1);
}

TEST_CASE("the median of an odd number of values is the middle one") {
  CHECK(summarize({9, 1, 5}).median == 5);
}

TEST_CASE("one value is its own median and minimum, without spread") {
  const Statistics s = summarize({3.25});
  CHECK(s.median == 3.25);
  CHECK(s.minimum == 3.25);
  CHECK(s.interquartile_range == 0);
  CHECK(s.count == 1);
}

TEST_CASE("no value is refused") {
  CHECK_THROWS_AS(summarize({}), std::invalid_argument);
  CHECK_THROWS_AS(quantile({}, 0.5), std::invalid_argument);
}

TEST_CASE("quantiles interpolate between the two nearest ranks") {
  CHECK(quantile({1, 2, 3, 4}, 0) == 1);
  CHECK(quantile({1, 2, 3, 4}, 1) == 4);
  CHECK(quantile({1, 2, 3, 4}, 0.25) == doctest::Approx(1.75));
  CHECK(quantile({1, 2, 3, 4}, 0.75) == doctest::Approx(3.25));
  CHECK(quantile({10, 20}, 0.1) == doctest::Approx(11));
}

TEST_CASE("a quantile outside 0 to 1 is refused") {
  CHECK_THROWS_AS(quantile({1, 2}, -0.01), std::invalid_argument);
  CHECK_THROWS_AS(quantile({1, 2}, 1.01), std::invalid_argument);
  CHECK_THROWS_AS(quantile({1, 2}, std::numeric_limits<double>::quiet_NaN()),
                  std::invalid_argument);
}

TEST_CASE("the interquartile range is the spread of the middle half") {
  const Statistics s = summarize({1, 2, 3, 4, 5, 6, 7, 8, 1000});
  CHECK(s.interquartile_range == 4);
  CHECK(s.minimum == 1);
  CHECK(s.count == 9);
}
