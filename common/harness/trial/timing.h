// Times the launches of a variant with CUDA events, and nothing but the launches.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <optional>
#include <vector>

#include "common/harness/device/buffer.h"
#include "common/harness/device/device.h"
#include "common/harness/trial/statistics.h"

namespace course {

struct TimingPlan {
  bool cold = true;               // flush L2 before each repetition
  int warmup = 3;                 // untimed launches first
  std::optional<int> iterations;  // empty: until the median is steady, or for kMostSeconds
};

// Two events, the GPU's own stopwatch: what lies between them on the stream is measured, and the
// time the host takes to submit it is not, as long as the GPU has other work before it.
class EventTimer {
 public:
  EventTimer();
  ~EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  void start();
  double stop();  // waits, then milliseconds since start()

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

// A buffer at least twice the size of L2, allocated once. Writing it pushes everything else out.
class CacheFlush {
 public:
  explicit CacheFlush(const Device& device) : memory_(2 * device.l2_bytes) {}
  void operator()() const;

 private:
  DeviceMemory memory_;
};

// Repeats: clear (untimed), flush L2 (untimed, unless hot), event, launch, event. Milliseconds for
// one launch. With `repeatable` launches, which need no clear in between, a hot measurement shorter
// than kHotBatchMs is made of several launches in a row: a few microseconds of L2 traffic would
// drown in the cost of starting and stopping the clock. Throws CudaError as soon as a launch fails,
// and std::runtime_error when work goes on after the last event.
Statistics time_on_device(const TimingPlan& plan, const CacheFlush& flush,
                          const std::function<void()>& clear, const std::function<void()>& launch,
                          bool repeatable = false);
constexpr double kHotBatchMs = 0.2;

// The same for work on the CPU, by the host's steady clock, without a flush. Milliseconds.
Statistics time_on_host(const TimingPlan& plan, const std::function<void()>& clear,
                        const std::function<void()>& work);

// True when another repetition would hardly move the median. `times` in the order of measurement.
bool is_steady(const std::vector<double>& times);

}  // namespace course
