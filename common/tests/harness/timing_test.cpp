// When to stop repeating, and timing by the host's clock.
#include "common/harness/trial/timing.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace course;

namespace {

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

}  // namespace

TEST_CASE("fewer than ten times are never steady") {
  CHECK_FALSE(is_steady({}));
  CHECK_FALSE(is_steady(std::vector<double>(9, 1.0)));
  CHECK(is_steady(std::vector<double>(10, 1.0)));
}

TEST_CASE("times are not steady while the newest move the median") {
  CHECK_FALSE(is_steady({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  CHECK_FALSE(is_steady({10, 9, 8, 7, 6, 5, 4, 3, 2, 1}));
  std::vector<double> slower(20, 1.0);
  for (int i = 0; i < 21; ++i) slower.push_back(2.0);
  CHECK_FALSE(is_steady(slower));
}

TEST_CASE("one interrupted repetition does not make times unsteady") {
  std::vector<double> times(30, 1.0);
  times[5] = 50;
  times.back() = 100;
  CHECK(is_steady(times));
}

TEST_CASE("times of 0 are steady: such a loop must end") {
  CHECK(is_steady(std::vector<double>(10, 0.0)));
}

TEST_CASE("the host's clock gives milliseconds of the work") {
  TimingPlan plan;
  plan.iterations = 3;
  const Statistics s = time_on_host(
      plan, [] {}, [] { sleep_ms(20); });
  CHECK(s.count == 3);
  CHECK(s.minimum >= 20);
  CHECK(s.minimum < 20000);  // neither microseconds nor nanoseconds
  CHECK(s.median >= s.minimum);
}

TEST_CASE("clearing before the work is not part of its time") {
  TimingPlan plan;
  plan.iterations = 5;
  int clears = 0;
  const auto clear = [&] {
    ++clears;
    sleep_ms(50);
  };
  CHECK(time_on_host(plan, clear, [] {}).minimum < 50);
  CHECK(clears == 5);
}

TEST_CASE("work is repeated as often as asked for") {
  TimingPlan plan;
  plan.iterations = 7;
  int calls = 0;
  CHECK(time_on_host(
            plan, [] {}, [&] { ++calls; })
            .count == 7);
  CHECK(calls >= 7);
}

TEST_CASE("without a number of repetitions, work is repeated at least ten times, and it ends") {
  CHECK(time_on_host(
            TimingPlan(), [] {}, [] { sleep_ms(1); })
            .count >= 10);
}

TEST_CASE("work that takes longer than the time limit is not repeated ten times") {
  const Statistics s = time_on_host(
      TimingPlan(), [] {}, [] { sleep_ms(1050); });
  CHECK(s.count >= 1);
  CHECK(s.count < 10);
}
