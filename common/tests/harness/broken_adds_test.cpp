// Broken adds, run as the lessons run theirs: each must fail.
#include <doctest/doctest.h>

#include "broken_kernels.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/trial/trial.h"
#include "message_of.h"
#include "replay.h"

using namespace course;
using namespace course_tests;

namespace {

template <typename T>
ElementwiseProblem<T> problem_of(ElementwiseData<T>& data) {
  static const Device device = open_device(0);
  static Workspace none;
  return std::get<ElementwiseProblem<T>>(data.problem(device, none, {}, false));
}

template <typename T>
Outcome run_add(AddFault fault, std::size_t n) {
  ElementwiseSpec spec;
  spec.columns = n;
  ElementwiseData<T> data(spec);
  Trial trial;
  trial.clear = [&] { data.clear(); };
  trial.launch = [&] { launch_add<T>(fault, problem_of(data)); };
  trial.verify = [&] { return data.verify(); };
  trial.change_input = [&](bool changed) { data.change_input(changed); };
  return run_trial(trial, nullptr, nullptr);
}

}  // namespace

TEST_CASE_TEMPLATE("an add that is right passes, and each broken one fails", T, float, __half) {
  for (const std::size_t n : {1, 2, 33, 1000}) {
    CAPTURE(n);
    CHECK(run_add<T>(AddFault::none, n).status == Status::ok);
    for (const AddFault fault :
         {AddFault::zeros, AddFault::copy_of_a, AddFault::without_the_last,
          AddFault::writes_one_behind, AddFault::writes_one_before, AddFault::last_is_nan,
          AddFault::rounds_twice, AddFault::only_over_nan, AddFault::overwrites_inputs}) {
      CAPTURE(static_cast<int>(fault));
      if (fault == AddFault::copy_of_a && n < 33) continue;  // b may be too small to change a
      const Outcome outcome = run_add<T>(fault, n);
      CHECK(outcome.status == Status::failed);
      CHECK_FALSE(outcome.note.empty());
    }
  }
}

TEST_CASE_TEMPLATE("an add that gives an earlier result again fails, timed or not", T, float,
                   __half) {
  for (const int computed : {1, 2, 7, kTimedLaunches - 1, kTimedLaunches}) {
    CAPTURE(computed);
    ElementwiseSpec spec;
    spec.columns = 1000;
    ElementwiseData<T> data(spec);
    Replay<T> replay(computed, 1000);
    Trial trial;
    trial.clear = [&] { data.clear(); };
    trial.verify = [&] { return data.verify(); };
    trial.change_input = [&](bool changed) { data.change_input(changed); };
    trial.launch = [&] {
      const ElementwiseProblem<T> problem = problem_of(data);
      replay(problem.c, [&] { launch_add<T>(AddFault::none, problem); });
    };
    if (computed == 1) {
      const Outcome outcome = run_trial(trial, nullptr, nullptr);
      CHECK(outcome.status == Status::failed);
      CHECK(contains(outcome.note, "in a second run: element "));
      continue;
    }
    const TimingPlan plan = short_plan();
    const CacheFlush flush(open_device(0));
    const Outcome outcome = run_trial(trial, &plan, &flush);
    CHECK((outcome.status == Status::ok) == (computed == kTimedLaunches));
    CHECK(outcome.time.has_value() == (computed == kTimedLaunches));
    data.clear();
    launch_add<T>(AddFault::none, problem_of(data));
    CHECK(data.verify().passed);  // the input is as it was
  }
}

TEST_CASE("an element that nobody writes is NaN, and is named") {
  CHECK(contains(run_add<float>(AddFault::without_the_last, 1000).note, "element 999 is NaN"));
  CHECK(contains(run_add<__half>(AddFault::without_the_last, 1000).note, "element 999 is NaN"));
}

TEST_CASE("inputs that are overwritten are noticed in the middle of large arrays as well") {
  const Outcome outcome = run_add<float>(AddFault::overwrites_inputs, 3000000);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "an input was modified"));
}

TEST_CASE("what an add writes beside its result is named") {
  CHECK(contains(run_add<float>(AddFault::writes_one_behind, 1000).note, "behind the buffer"));
  CHECK(contains(run_add<float>(AddFault::writes_one_before, 1000).note, "before the buffer"));
}

TEST_CASE("adds of nothing pass, and still must not write") {
  CHECK(run_add<float>(AddFault::none, 0).status == Status::ok);
  CHECK(run_add<float>(AddFault::writes_one_behind, 0).status == Status::failed);
}

TEST_CASE("operands reach float16's infinity, its subnormals and both signs, and are never NaN") {
  int infinite = 0, subnormal = 0, negative = 0, nan = 0;
  for (std::size_t i = 0; i < 100000; ++i) {
    const __half a = operand_value<__half>(1, 0, i), b = operand_value<__half>(1, 1, i);
    const float sum = __half2float(reference_sum(a, b)), size = sum < 0 ? -sum : sum;
    nan += sum != sum;
    infinite += size > 65504;
    subnormal += size > 0 && size < 6.103515625e-5f;
    negative += sum < 0;
  }
  CHECK(nan == 0);
  CHECK(infinite > 0);
  CHECK(subnormal > 0);
  CHECK(negative > 40000);
  CHECK(negative < 60000);
}
