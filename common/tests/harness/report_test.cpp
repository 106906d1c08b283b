// Rates and percentages of a row, and the words beside a time.
#include "common/harness/report/report.h"

#include <doctest/doctest.h>

#include "common/harness/device/backend.h"
#include "common/harness/run/lesson.h"

using namespace course;

namespace {

Result result_of(std::size_t bytes, double median_ms) {
  Result result;
  result.bytes = bytes;
  result.outcome.time = Statistics{median_ms, median_ms, 0, 1};
  return result;
}

constexpr std::size_t kBillion = 1000000000;

}  // namespace

TEST_CASE("a GB is 10^9 bytes; an add moves two reads and one write, a histogram its input") {
  CHECK(*to_row(result_of(3 * kBillion * sizeof(float), 12)).gb_per_s == doctest::Approx(1000));
  CHECK(*to_row(result_of(3 * kBillion * 2, 6)).gb_per_s == doctest::Approx(1000));
  CHECK(*to_row(result_of(kBillion, 1)).gb_per_s == doctest::Approx(1000));
}

TEST_CASE("the median makes the rate, not the minimum") {
  Result result = result_of(kBillion, 2);
  result.outcome.time->minimum = 1;
  CHECK(*to_row(result).gb_per_s == doctest::Approx(500));
}

TEST_CASE("without a time, without bytes or with a time of 0 there is no rate") {
  Result result;
  result.bytes = kBillion;
  result.ceiling_gb_per_s = 1000;
  CHECK_FALSE(to_row(result).gb_per_s.has_value());
  CHECK_FALSE(to_row(result).ceiling_percent.has_value());
  CHECK_FALSE(to_row(result_of(0, 1)).gb_per_s.has_value());
  CHECK_FALSE(to_row(result_of(kBillion, 0)).gb_per_s.has_value());
}

TEST_CASE("percent of the ceiling") {
  Result result = result_of(kBillion, 1);
  CHECK_FALSE(to_row(result).ceiling_percent.has_value());
  result.ceiling_gb_per_s = 4000;
  CHECK(*to_row(result).ceiling_percent == doctest::Approx(25));
}

TEST_CASE("a prediction is kept beside a time, and never claimed for a CPU") {
  Result result;
  result.prediction = Prediction{2.5, "memory"};
  CHECK_FALSE(to_row(result).predicted_ms.has_value());
  CHECK(to_row(result).bound.empty());
  result.outcome.time = Statistics{2, 2, 0, 1};
  const Row row = to_row(result);
  CHECK(row.predicted_ms.has_value() == backend_has_gpu_times());
  CHECK(row.bound == (backend_has_gpu_times() ? "memory" : ""));
}

TEST_CASE("data that fits into L2 is marked, and cold and hot are told apart") {
  Device device;
  device.l2_bytes = 50u << 20;
  const std::size_t add = 3 * sizeof(float) << 20;  // f32 add at n = 2^20: 12 MiB
  CHECK(cache_regime(device, false, add) == "cold_fits_l2");
  CHECK(cache_regime(device, true, add) == "hot_fits_l2");
  CHECK(cache_regime(device, false, 50u << 20) == "cold_fits_l2");
  CHECK(cache_regime(device, false, (50u << 20) + 1) == "cold");
  CHECK(cache_regime(device, true, 1u << 30) == "hot");
}

TEST_CASE("a device without L2 has nothing that fits into it") {
  CHECK(cache_regime(Device(), false, 4) == "cold");
}
