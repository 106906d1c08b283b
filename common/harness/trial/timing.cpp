#include "common/harness/trial/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace course {
namespace {

constexpr double kMostSeconds = 2;   // of measured time, for one variant
constexpr std::size_t kMost = 1000;  // repetitions
constexpr std::size_t kFewest = 10;  // repetitions, unless the time is up
constexpr double kSteady = 0.002;    // relative change of the median that no longer matters
// The device may be busy for so long after the last event, in ms, before it is called a mistake.
constexpr double kMostAfterwards = 0.05;

bool is_enough(const TimingPlan& plan, const std::vector<double>& times, double spent_ms) {
  if (plan.iterations) return times.size() >= static_cast<std::size_t>(*plan.iterations);
  if (times.size() >= kMost || (spent_ms > kMostSeconds * 1000 && !times.empty())) return true;
  return times.size() >= kFewest && is_steady(times);
}

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <typename Once>
Statistics repeat(const TimingPlan& plan, Once once) {
  std::vector<double> times;
  double spent = 0;
  while (!is_enough(plan, times, spent)) {
    times.push_back(once());
    spent += times.back();
  }
  return summarize(times);
}

}  // namespace

EventTimer::EventTimer() {
  CUDA_CHECK(cudaEventCreate(&start_));
  CUDA_CHECK(cudaEventCreate(&stop_));
}

EventTimer::~EventTimer() {
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
}

void EventTimer::start() { CUDA_CHECK(cudaEventRecord(start_)); }

double EventTimer::stop() {
  CUDA_CHECK(cudaEventRecord(stop_));
  CUDA_CHECK(cudaEventSynchronize(stop_));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
  return ms;
}

void CacheFlush::operator()() const {
  if (memory_.bytes() > 0) CUDA_CHECK(cudaMemsetAsync(memory_.data(), 0, memory_.bytes()));
}

bool is_steady(const std::vector<double>& times) {
  if (times.size() < kFewest) return false;
  const std::size_t recent = times.size() / 5;  // does the newest fifth change the median?
  const std::vector<double> before(times.begin(), times.end() - static_cast<long>(recent));
  const double now = quantile(times, 0.5);
  return std::fabs(now - quantile(before, 0.5)) <= kSteady * now;
}

Statistics time_on_device(const TimingPlan& plan, const CacheFlush& flush,
                          const std::function<void()>& clear, const std::function<void()>& launch,
                          bool repeatable) {
  EventTimer timer;
  int batch = 1;
  std::vector<double> afterwards;  // ms from the last event until the device was idle
  const auto once = [&] {
    clear();
    if (plan.cold) flush();
    timer.start();
    for (int i = 0; i < batch; ++i) launch();
    const double ms = timer.stop() / batch;
    CUDA_CHECK(cudaGetLastError());  // a launch that failed must not pass for a fast one
    const Clock::time_point ended = Clock::now();
    CUDA_CHECK(cudaDeviceSynchronize());
    afterwards.push_back(ms_since(ended));
    return ms;
  };
  double warm_ms = kHotBatchMs;
  for (int i = 0; i < plan.warmup; ++i) warm_ms = once();
  if (repeatable && !plan.cold && warm_ms > 0) {
    batch = std::clamp(static_cast<int>(kHotBatchMs / warm_ms), 1, 100);
  }
  const Statistics statistics = repeat(plan, once);
  // Its calls wait for compute-sanitizer, too, whose variable this is.
  const bool is_slowed = std::getenv("NV_SANITIZER_INJECTION_PORT_BASE") != nullptr;
  if (!is_slowed && quantile(afterwards, 0.5) > kMostAfterwards) {
    throw std::runtime_error(
        "its work goes on after the time was taken, on a stream that does not wait for the "
        "default");
  }
  return statistics;
}

Statistics time_on_host(const TimingPlan& plan, const std::function<void()>& clear,
                        const std::function<void()>& work) {
  const auto once = [&] {
    clear();
    const Clock::time_point start = Clock::now();
    work();
    return ms_since(start);
  };
  return repeat(plan, once);  // no warm-up: the reference has just walked the same data
}

}  // namespace course
