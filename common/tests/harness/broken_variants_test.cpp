// Broken histograms and broken clear functions, run as the lessons run theirs: each must fail.
#include <doctest/doctest.h>

#include <algorithm>

#include "broken_kernels.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/trial/trial.h"
#include "message_of.h"
#include "replay.h"

using namespace course;
using namespace course_tests;

namespace {

// One histogram problem of int32 samples and everything around it.
class Counting {
 public:
  explicit Counting(Workload workload = {}, std::size_t n = 1000, std::size_t bins = 16)
      : device_(open_device(0)), flush_(device_) {
    HistogramSpec spec;
    spec.workload = workload;
    spec.n = n;
    spec.bins = bins;
    data_ = make_histogram_data(spec);
  }

  Trial trial(CountFault fault, bool loses_updates = false) {
    Trial trial;
    trial.clear = [this] { data_->clear(false); };
    trial.launch = [this, fault] {
      const AnyProblem problem = data_->problem(device_, workspace_, {}, false);
      launch_count(fault, std::get<Int32Problem>(problem));
    };
    trial.verify = [this] { return data_->verify(false); };
    trial.change_input = [this](bool changed) { data_->change_input(changed); };
    trial.loses_updates = loses_updates;
    return trial;
  }
  Outcome run(CountFault fault) { return run_trial(trial(fault), nullptr, nullptr); }
  Outcome run_timed(const Trial& trial) {
    const TimingPlan plan = short_plan();
    return run_trial(trial, &plan, &flush_);
  }
  const Histogram& reference() const { return data_->reference(); }
  void repair() { data_->repair(); }
  Count* counts() {
    const AnyProblem problem = data_->problem(device_, workspace_, {}, false);
    return std::get<Int32Problem>(problem).counts;
  }

 private:
  Device device_;
  CacheFlush flush_;
  Workspace workspace_;
  std::unique_ptr<HistogramData> data_;
};

}  // namespace

TEST_CASE("a histogram that gives an earlier result again fails, timed or not, on any samples") {
  for (const Workload& workload : {Workload{}, Workload{Workload::Kind::single}}) {
    for (const int computed : {1, 2, 7, kTimedLaunches - 1, kTimedLaunches}) {
      CAPTURE(computed);
      Counting counting(workload);
      Replay<Count> replay(computed, 16);
      Trial trial = counting.trial(CountFault::none);
      trial.launch = [&, count = trial.launch] { replay(counting.counts(), count); };
      const Outcome outcome =
          computed == 1 ? run_trial(trial, nullptr, nullptr) : counting.run_timed(trial);
      CHECK((outcome.status == Status::ok) == (computed == kTimedLaunches));
      CHECK(outcome.time.has_value() == (computed == kTimedLaunches));
      if (computed != kTimedLaunches) CHECK(contains(outcome.note, " of 16 bins are wrong"));
      CHECK(counting.run(CountFault::none).status == Status::ok);  // the input is as it was
    }
  }
}

TEST_CASE("what a broken variant overwrote is not blamed on the next one") {
  Counting counting;
  for (const CountFault fault : {CountFault::writes_behind, CountFault::writes_before,
                                 CountFault::changes_the_sample_behind}) {
    CHECK(counting.run(fault).left_damage());
    counting.repair();
    CHECK(counting.run(CountFault::none).status == Status::ok);
  }
}

TEST_CASE("a histogram that is right passes, and each broken one fails") {
  for (const Workload& workload : {Workload{}, Workload{Workload::Kind::edges}}) {
    Counting counting(workload);
    CHECK(counting.run(CountFault::none).status == Status::ok);
    for (const CountFault fault :
         {CountFault::nothing, CountFault::first_samples, CountFault::one_too_many,
          CountFault::neighbour_bin, CountFault::swaps_two_bins, CountFault::adds_to_workspace,
          CountFault::once_each}) {
      CAPTURE(static_cast<int>(fault));
      const Outcome outcome = counting.run(fault);
      CHECK(outcome.status == Status::failed);
      CHECK(contains(outcome.note, "bin "));
    }
  }
  CHECK(Counting().run(CountFault::without_the_last).status == Status::failed);
  CHECK(Counting({Workload::Kind::edges}).run(CountFault::no_range_check).status == Status::failed);
}

TEST_CASE("a 4-wide read past five samples counts what lies behind, and fails") {
  Counting counting({Workload::Kind::single}, 5, 2);  // all samples 1
  CHECK(counting.reference().counts == std::vector<Count>{0, 5});
  const Outcome outcome = counting.run(CountFault::one_too_many);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "bin 1 is 6 instead of 5"));
}

TEST_CASE("writing beside counts or samples fails, and is named") {
  CHECK(contains(Counting().run(CountFault::writes_behind).note, "behind the buffer"));
  CHECK(contains(Counting().run(CountFault::writes_before).note, "before the buffer"));
  CHECK(contains(Counting().run(CountFault::changes_the_sample_behind).note, "behind the buffer"));
}

TEST_CASE("counts that are not cleared between repetitions fail after timing") {
  Counting counting;
  Trial trial = counting.trial(CountFault::none);
  CHECK(counting.run_timed(trial).status == Status::ok);
  bool cleared = false;
  trial.clear = [&cleared, clear = trial.clear] {
    if (!cleared) clear();
    cleared = true;
  };
  const Outcome outcome = counting.run_timed(trial);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "after timing: bin 0 is "));
  CHECK_FALSE(outcome.time.has_value());

  cleared = false;  // and without timing the second run shows it
  CHECK(run_trial(trial, nullptr, nullptr).status == Status::failed);
}

TEST_CASE("counts that nobody clears fail at once: they do not begin as zero") {
  Counting counting;
  Trial trial = counting.trial(CountFault::none);
  trial.clear = [] {};
  const Outcome outcome = counting.run_timed(trial);
  CHECK(outcome.status == Status::failed);
  CHECK_FALSE(contains(outcome.note, "after timing"));
}

TEST_CASE("lost updates of a kernel that is racy on purpose are counted exactly") {
  Counting counting({Workload::Kind::single}, 1000, 2);
  const Outcome outcome = counting.run_timed(counting.trial(CountFault::once_each, true));
  CHECK(outcome.status == Status::expected_failure);
  CHECK(contains(outcome.note, "999 updates lost"));
  CHECK_FALSE(outcome.time.has_value());
}

TEST_CASE("being racy on purpose excuses nothing but lost updates") {
  Counting counting;
  for (const CountFault fault : {CountFault::neighbour_bin, CountFault::swaps_two_bins,
                                 CountFault::one_too_many, CountFault::writes_behind}) {
    CHECK(counting.run_timed(counting.trial(fault, true)).status == Status::failed);
  }
}

TEST_CASE("failing on purpose excuses wrong counts, but no write beside them") {
  Counting counting({Workload::Kind::edges});
  Trial trial = counting.trial(CountFault::no_range_check);
  trial.fails_on_purpose = true;
  const Outcome outcome = counting.run_timed(trial);
  CHECK(outcome.status == Status::expected_failure);
  CHECK(contains(outcome.note, "wrong, as expected: bin 15 is "));
  CHECK_FALSE(outcome.time.has_value());

  trial = counting.trial(CountFault::writes_behind);
  trial.fails_on_purpose = true;
  CHECK(counting.run_timed(trial).status == Status::failed);
}

TEST_CASE("the fullest private bin is that of the copies that the samples are dealt to") {
  HistogramSpec spec;
  spec.workload = {Workload::Kind::single};
  spec.n = 1000;
  spec.bins = 16;
  const std::unique_ptr<HistogramData> data = make_histogram_data(spec);
  const Device device = open_device(0);
  Workspace workspace;
  const AnyProblem problem = data->problem(device, workspace, {}, false);
  const auto& fullest = std::get<Int32Problem>(problem).facts.fullest_bin_of_copies;
  CHECK(fullest(256, 1) == 1000u);
  CHECK(fullest(256, 4) == 256u);  // 256, 256, 256 and 232 samples
  CHECK(fullest(256, 2) == 512u);
  CHECK(fullest(1, 1000) == 1u);
  CHECK_FALSE(fullest(256, 0).has_value());
  CHECK_FALSE(fullest(256, SIZE_MAX / 2).has_value());

  data->tell_queues(false);  // nobody reads it, so nobody walks through the samples
  CHECK_FALSE(fullest(256, 4).has_value());
  CHECK_FALSE(fullest(256, 3).has_value());
  data->tell_queues(true);
  CHECK(fullest(256, 4) == 256u);
}

TEST_CASE("valid and invalid samples together are all samples") {
  for (const std::size_t n : {0, 1, 257, 5000}) {
    const Counting counting({Workload::Kind::edges}, n, 300);
    std::uint64_t sum = counting.reference().invalid;
    for (const Count count : counting.reference().counts) sum += count;
    CHECK(sum == n);
  }
}
