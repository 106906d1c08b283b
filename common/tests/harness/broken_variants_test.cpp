// Broken kernels and broken clear functions, run as the lessons run theirs: each must fail.
#include <doctest/doctest.h>

#include <algorithm>

#include "broken_kernels.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/trial/trial.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

TimingPlan short_plan() {
  TimingPlan plan;
  plan.warmup = 3;
  plan.iterations = 10;
  return plan;
}

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

TEST_CASE_TEMPLATE("an add that remembers its first result fails", T, float, __half) {
  ElementwiseSpec spec;
  spec.columns = 1000;
  ElementwiseData<T> data(spec);
  const DeviceMemory remembered(1000 * sizeof(T));
  int launches = 0;
  Trial trial;
  trial.clear = [&] { data.clear(); };
  trial.verify = [&] { return data.verify(); };
  trial.change_input = [&](bool changed) { data.change_input(changed); };
  trial.launch = [&] {
    T* const c = problem_of(data).c;
    if (++launches == 1) {
      launch_add<T>(AddFault::none, problem_of(data));
      CUDA_CHECK(cudaMemcpy(remembered.data(), c, remembered.bytes(), cudaMemcpyDeviceToDevice));
    } else {
      CUDA_CHECK(cudaMemcpy(c, remembered.data(), remembered.bytes(), cudaMemcpyDeviceToDevice));
    }
  };
  const Outcome outcome = run_trial(trial, nullptr, nullptr);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "in a second run: element "));
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

TEST_CASE("a histogram that remembers its first result fails, timed or not, on any samples") {
  for (const int round : {0, 1, 2, 3}) {
    CAPTURE(round);
    const bool timed = round % 2 == 1;
    Counting counting(round < 2 ? Workload{} : Workload{Workload::Kind::single});
    std::vector<Count> remembered;
    Trial trial = counting.trial(CountFault::none);
    const std::function<void()> count = trial.launch;
    trial.launch = [&] {
      Count* const counts = counting.counts();
      if (remembered.empty()) {
        count();
        remembered.resize(16);
        CUDA_CHECK(
            cudaMemcpy(remembered.data(), counts, 16 * sizeof(Count), cudaMemcpyDeviceToHost));
      } else {
        CUDA_CHECK(
            cudaMemcpy(counts, remembered.data(), 16 * sizeof(Count), cudaMemcpyHostToDevice));
      }
    };
    const Outcome outcome = timed ? counting.run_timed(trial) : run_trial(trial, nullptr, nullptr);
    CHECK(outcome.status == Status::failed);
    CHECK(contains(outcome.note, "2 of 16 bins are wrong"));
    CHECK_FALSE(outcome.time.has_value());
    CHECK(counting.run(CountFault::none).status == Status::ok);  // the input is as it was
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
}

TEST_CASE("valid and invalid samples together are all samples") {
  for (const std::size_t n : {0, 1, 257, 5000}) {
    const Counting counting({Workload::Kind::edges}, n, 300);
    std::uint64_t sum = counting.reference().invalid;
    for (const Count count : counting.reference().counts) sum += count;
    CHECK(sum == n);
  }
}
