// Trials and timing of kernels: order of events, launch errors, counted work.
#include <doctest/doctest.h>

#include <optional>

#include "broken_kernels.h"
#include "common/harness/trial/trial.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

TimingPlan plan_of(int warmup, int iterations) {
  TimingPlan plan;
  plan.warmup = warmup;
  plan.iterations = iterations;
  return plan;
}

// A trial around a launch; the result is always taken for right.
Trial trial_of(std::function<void()> launch) {
  Trial trial;
  trial.clear = [] {};
  trial.launch = std::move(launch);
  trial.verify = [] { return Verdict(); };
  return trial;
}

const auto right_launch = [] {
  launch_nothing(256);
  CUDA_CHECK(cudaGetLastError());
};

// The CPU backend and older drivers say configuration; CUDA 13's driver says value.
bool names_invalid_launch(const std::string& note) {
  return contains(note, "cudaErrorInvalidConfiguration") || contains(note, "cudaErrorInvalidValue");
}

bool next_trial_is_fine() {
  return run_trial(trial_of(right_launch), nullptr, nullptr).status == Status::ok;
}

}  // namespace

TEST_CASE("a kernel is verified, warmed up, timed and verified again, cleared before each launch") {
  const CacheFlush flush(open_device(0));
  std::string calls;
  Trial trial = trial_of([&] {
    calls += 'l';
    right_launch();
  });
  trial.clear = [&] { calls += 'c'; };
  trial.verify = [&] {
    calls += 'v';
    return Verdict();
  };
  const TimingPlan plan = plan_of(2, 3);
  const Outcome outcome = run_trial(trial, &plan, &flush);
  CHECK(outcome.status == Status::ok);
  REQUIRE(outcome.time.has_value());
  CHECK(outcome.time->count == 3);
  CHECK(outcome.time->minimum >= 0);
  CHECK(calls ==
        "clv"
        "clcl"
        "clclcl"
        "v");
}

TEST_CASE("warm-up may be left out") {
  const CacheFlush flush(open_device(0));
  int launches = 0;
  const auto launch = [&] {
    ++launches;
    right_launch();
  };
  CHECK(time_on_device(
            plan_of(0, 1), flush, [] {}, launch)
            .count == 1);
  CHECK(launches == 1);
}

TEST_CASE("short hot launches are timed several at once, but only where that is harmless") {
  const CacheFlush flush(open_device(0));
  TimingPlan plan = plan_of(3, 2);
  int launches = 0;
  const auto launch = [&] {
    ++launches;
    right_launch();
  };
  const auto launches_of = [&](bool cold, bool repeatable) {
    launches = 0;
    plan.cold = cold;
    CHECK(time_on_device(
              plan, flush, [] {}, launch, repeatable)
              .count == 2);
    return launches;
  };
  CHECK(launches_of(true, true) == 5);
  CHECK(launches_of(false, false) == 5);
  CHECK(launches_of(false, true) >= 5);
  CHECK(launches_of(false, true) <= 3 + 2 * 100);
}

TEST_CASE("a block that is too large fails, named, without a time, and only its own variant") {
  const CacheFlush flush(open_device(0));
  const TimingPlan plan = plan_of(1, 2);
  const Outcome outcome = run_trial(trial_of([] { launch_nothing(2048); }), &plan, &flush);
  CHECK(outcome.status == Status::failed);
  CHECK_FALSE(outcome.time.has_value());
  CHECK(names_invalid_launch(outcome.note));
  CHECK(contains(outcome.note, "a launch failed: cudaError"));
  CHECK_FALSE(outcome.device_lost);
  CHECK(next_trial_is_fine());
}

TEST_CASE("one byte of shared memory too much fails in the same way") {
  const Device device = open_device(0);
  const auto launch = [&] { launch_nothing(32, device.shared_memory_opt_in + 1); };
  const Outcome outcome = run_trial(trial_of(launch), nullptr, nullptr);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "cudaErrorInvalidValue"));
  CHECK_FALSE(outcome.device_lost);
  CHECK(next_trial_is_fine());
}

TEST_CASE("a launch that fails only while it is timed gets no time, and its error is named") {
  const CacheFlush flush(open_device(0));
  const TimingPlan plan = plan_of(1, 3);
  int launches = 0;
  const auto launch = [&] { launch_nothing(++launches == 1 ? 256 : 2048); };
  const Outcome outcome = run_trial(trial_of(launch), &plan, &flush);
  CHECK(outcome.status == Status::failed);
  CHECK_FALSE(outcome.time.has_value());
  CHECK(names_invalid_launch(outcome.note));
  CHECK(next_trial_is_fine());
  cudaGetLastError();
}

TEST_CASE("time_on_device throws as soon as a launch fails") {
  const CacheFlush flush(open_device(0));
  int launches = 0;
  const auto launch = [&] {
    ++launches;
    launch_nothing(2048);
  };
  CHECK_THROWS_AS(time_on_device(
                      plan_of(3, 3), flush, [] {}, launch),
                  CudaError);
  CHECK(launches == 1);
  cudaGetLastError();
}

TEST_CASE("work on a stream that the clock does not see is no fast time but an error") {
  if (!backend_has_gpu_times()) return;  // there all work is done when a call returns
  const CacheFlush flush(open_device(0));
  const DeviceMemory memory(std::size_t{1} << 30);
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto launch = [&] {
    for (int i = 0; i < 50; ++i) {  // about 10 ms, longer than another program's turn on the device
      CUDA_CHECK(cudaMemsetAsync(memory.data(), 1, memory.bytes(), stream));
    }
  };
  const TimingPlan plan = plan_of(1, 3);
  const Outcome outcome = run_trial(trial_of(launch), &plan, &flush);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "goes on after the time was taken"));
  CHECK_FALSE(outcome.time.has_value());
  CUDA_CHECK(cudaStreamDestroy(stream));
}

TEST_CASE("waiting for a kernel that does not end is given up") {
  CHECK(wait_for_device(0.05));
  if (!backend_has_gpu_times()) return;  // there the watchdog ends it
  unsigned* stop = nullptr;
  CUDA_CHECK(cudaHostAlloc(&stop, sizeof *stop, cudaHostAllocDefault));
  *stop = 0;
  launch_until(stop);
  CHECK_FALSE(wait_for_device(0.05));
  *static_cast<volatile unsigned*>(stop) = 1;
  CHECK(wait_for_device(10));
  CUDA_CHECK(cudaFreeHost(stop));
}

TEST_CASE("an error that a loop on the CPU leaves behind is its own, not the next variant's") {
  Trial trial = trial_of([] {
    void* memory = nullptr;
    cudaMalloc(&memory, std::size_t{1} << 60);
  });
  trial.on_host = true;
  const Outcome outcome = run_trial(trial, nullptr, nullptr);
  CHECK(outcome.status == Status::failed);
  CHECK(contains(outcome.note, "cudaErrorMemoryAllocation"));
  CHECK(next_trial_is_fine());
}

TEST_CASE("a grid for no elements is a valid launch, and leaves no error behind") {
  const Outcome outcome = run_trial(trial_of([] { launch_nothing(256); }), nullptr, nullptr);
  CHECK(outcome.status == Status::ok);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("work is counted where the backend can, for the first run alone") {
  GuardedBuffer<std::int32_t> samples(1000, Layout(), 3);
  samples.upload(std::vector<std::int32_t>(1000, 5));
  const GuardedBuffer<Count> counts(256, Layout(), 0xA5A5A5A5);
  const Device device = open_device(0);
  Workspace workspace;
  const SampleFacts facts;
  const Int32Problem problem{{{}, device}, samples.data(), 1000, {}, counts.data(),
                             256,          workspace,      facts};
  Trial trial = trial_of([&] { launch_count(CountFault::none, problem); });
  trial.clear = [&] { counts.fill_bytes(0); };
  const Outcome outcome = run_trial(trial, nullptr, nullptr);
  CHECK(outcome.counted.has_value() == backend_counts_work());
  if (!outcome.counted) return;
  CHECK(outcome.counted->ledger.global_atomics == 1000);
  CHECK(outcome.counted->ledger.shared_atomics == 0);
  CHECK(outcome.counted->ledger.longest_queue == 1000u);
  CHECK(outcome.counted->worst_same_address_lanes == 32);
}
