// The order of a trial, and its outcome: a wrong result never gets a time. With loops on the CPU as
// variants, so that these run without a device; device_trial_test.cpp has kernels.
#include "common/harness/trial/trial.h"

#include <doctest/doctest.h>

#include <chrono>
#include <new>
#include <system_error>
#include <thread>

#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

// A trial that writes down what happens to it: c(lear), l(aunch), v(erify), and the input changed
// (+) and changed back (-). `verdicts` are given one after the other, the last one for ever.
struct Recorded {
  std::string calls;
  std::vector<Verdict> verdicts = {Verdict()};
  std::size_t verified = 0;
  Trial trial;

  Recorded() {
    trial.clear = [this] { calls += 'c'; };
    trial.launch = [this] { calls += 'l'; };
    trial.verify = [this] {
      calls += 'v';
      return verdicts[std::min(verified++, verdicts.size() - 1)];
    };
    trial.change_input = [this](bool changed) { calls += changed ? '+' : '-'; };
    trial.on_host = true;
  }
  Outcome run() { return run_trial(trial, nullptr, nullptr); }
  Outcome run_timed(int iterations = 3) {
    TimingPlan plan;
    plan.iterations = iterations;
    return run_trial(trial, &plan, nullptr);
  }
};

Verdict lost(std::uint64_t updates) {
  Verdict v = failed("bin 3 is 1 instead of 5");
  v.only_lost_updates = true;
  v.lost_updates = updates;
  return v;
}

}  // namespace

TEST_CASE("a right variant is verified, timed on ever changing inputs and verified again") {
  Recorded recorded;
  const Outcome outcome = recorded.run_timed(3);
  CHECK(outcome.status == Status::ok);
  CHECK(outcome.note.empty());
  REQUIRE(outcome.time.has_value());
  CHECK(outcome.time->count == 3);
  CHECK(recorded.calls == "clv+cl+cl+clv-");
  CHECK_FALSE(outcome.device_lost);
}

TEST_CASE("without a plan it runs twice in a row, on two inputs, cleared and verified each time") {
  Recorded recorded;
  const Outcome outcome = recorded.run();
  CHECK(outcome.status == Status::ok);
  CHECK_FALSE(outcome.time.has_value());
  CHECK(recorded.calls == "clv+clv-");
}

TEST_CASE("a wrong result is never timed") {
  Recorded recorded;
  recorded.verdicts = {failed("bin 0 is 1 instead of 2")};
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::failed);
  CHECK(outcome.note == "bin 0 is 1 instead of 2");
  CHECK_FALSE(outcome.time.has_value());
  CHECK(recorded.calls == "clv");
}

TEST_CASE("a result that is wrong only after timing gets no time either") {
  Recorded recorded;
  recorded.verdicts = {Verdict(), failed("bin 0 is 9 instead of 3")};
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::failed);
  CHECK(outcome.note == "after timing: bin 0 is 9 instead of 3");
  CHECK_FALSE(outcome.time.has_value());
}

TEST_CASE("a result that is wrong only in the second run fails") {
  Recorded recorded;
  recorded.verdicts = {Verdict(), failed("bin 0 is 2 instead of 1")};
  const Outcome outcome = recorded.run();
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "bin 0 is 2 instead of 1"));
}

TEST_CASE("the input is changed back however the run ends") {
  Recorded recorded;
  recorded.trial.launch = [&, launches = 0]() mutable {
    if (++launches == 2) throw std::runtime_error("the second launch");
  };
  CHECK(recorded.run().status == Status::failed);
  CHECK(recorded.calls == "cv+c-");
}

TEST_CASE("what does not apply is skipped with its reason") {
  Recorded recorded;
  recorded.trial.launch = [] { throw NotApplicable("needs 256 KiB of shared memory"); };
  for (const Outcome& outcome : {recorded.run(), recorded.run_timed()}) {
    CHECK(outcome.status == Status::not_applicable);
    CHECK(outcome.note == "needs 256 KiB of shared memory");
    CHECK_FALSE(outcome.time.has_value());
  }
  CHECK_FALSE(contains(recorded.calls, "v"));
}

TEST_CASE("a CUDA error of the variant is its failure, not the program's") {
  Recorded recorded;
  recorded.trial.launch = [] { CUDA_CHECK(cudaErrorInvalidConfiguration); };
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::failed);
  CHECK_FALSE(outcome.time.has_value());
  CHECK(contains(outcome.note, "cudaErrorInvalidConfiguration"));
  CHECK(contains(outcome.note, "trial_test.cpp:"));
}

TEST_CASE("whatever a variant throws is its failure") {
  Recorded recorded;
  recorded.trial.launch = [] { throw 42; };
  const Outcome outcome = recorded.run();
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "threw something"));
}

TEST_CASE("too little of the host is no fault of the variant, and ends the run") {
  Recorded recorded;
  recorded.trial.name = "shared";
  recorded.trial.launch = [] { throw std::bad_alloc(); };
  CHECK(contains(message_of<HostTooSmall>([&] { recorded.run(); }), "shared"));
  recorded.trial.launch = [] {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  };
  for (const bool timed : {false, true}) {
    const auto run = [&] { timed ? recorded.run_timed() : recorded.run(); };
    CHECK(contains(message_of<HostTooSmall>(run), "shared: "));
  }
}

TEST_CASE("lost updates of a racy variant are expected, counted, and never timed") {
  Recorded recorded;
  recorded.trial.loses_updates = true;
  recorded.verdicts = {lost(1234567)};
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::expected_failure);
  CHECK(contains(outcome.note, "1,234,567 updates lost"));
  CHECK_FALSE(outcome.time.has_value());
  CHECK(recorded.calls == "clv");
}

TEST_CASE("a racy variant that is wrong in any other way fails") {
  Recorded recorded;
  recorded.trial.loses_updates = true;
  recorded.verdicts = {failed("bin 3 is 6 instead of 5")};
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::failed);
  CHECK(outcome.note == "bin 3 is 6 instead of 5");
}

TEST_CASE("a racy variant that happens to be right is no success") {
  Recorded recorded;
  recorded.trial.loses_updates = true;
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::expected_failure);
  CHECK(contains(outcome.note, "no update was lost"));
  CHECK_FALSE(outcome.time.has_value());
}

TEST_CASE("a racy variant that does not apply is skipped like any other") {
  Recorded recorded;
  recorded.trial.loses_updates = true;
  recorded.trial.launch = [] { throw NotApplicable("needs another device"); };
  CHECK(recorded.run().status == Status::not_applicable);
}

TEST_CASE(
    "a variant that fails on purpose on this problem is reported, not timed, and no failure") {
  Recorded recorded;
  recorded.trial.fails_on_purpose = true;
  recorded.verdicts = {failed("bin 0 is 7 instead of 5")};
  const Outcome outcome = recorded.run_timed();
  CHECK(outcome.status == Status::expected_failure);
  CHECK(contains(outcome.note, "bin 0 is 7 instead of 5"));
  CHECK_FALSE(outcome.time.has_value());
  CHECK(recorded.calls == "clv");

  recorded.verdicts = {Verdict()};  // right by luck: still no success
  const Outcome lucky = recorded.run_timed();
  CHECK(lucky.status == Status::expected_failure);
  CHECK_FALSE(lucky.time.has_value());
}

TEST_CASE("a call that the CPU backend does not offer makes the variant not applicable") {
  Recorded recorded;
  recorded.trial.launch = [] { CUDA_CHECK(cudaErrorNotSupported); };
  const Outcome outcome = recorded.run_timed();
  if (backend_has_gpu_times()) {  // there it is the variant's own failure
    CHECK(outcome.status == Status::failed);
    return;
  }
  CHECK(outcome.status == Status::not_applicable);
  CHECK(outcome.not_offered);
  CHECK_FALSE(outcome.time.has_value());
  CHECK_FALSE(Recorded().run().not_offered);
}

TEST_CASE("work is not counted for a loop on the CPU") {
  CHECK_FALSE(Recorded().run().counted.has_value());
}

TEST_CASE("clearing the result is not part of the time") {
  Recorded recorded;
  recorded.trial.clear = [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); };
  const Outcome outcome = recorded.run_timed(5);
  REQUIRE(outcome.time.has_value());
  CHECK(outcome.time->minimum < 50);
}
