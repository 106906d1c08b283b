// For tests: a launch that gives an earlier result again, and how often a trial launches.
#pragma once

#include <cuda_runtime.h>

#include <functional>

#include "common/harness/device/buffer.h"
#include "common/harness/trial/timing.h"

namespace course_tests {

inline course::TimingPlan short_plan() {
  course::TimingPlan plan;
  plan.warmup = 3;
  plan.iterations = 10;
  return plan;
}

// A launch that computes `computed` times, and from then on gives its last result again.
template <typename T>
class Replay {
 public:
  Replay(int computed, std::size_t size) : computed_(computed), result_(size * sizeof(T)) {}

  void operator()(T* result, const std::function<void()>& compute) {
    if (launches_++ < computed_) {
      compute();
      copy(result_.data(), result);
    } else {
      copy(result, result_.data());
    }
  }

 private:
  void copy(void* to, const void* from) const {
    CUDA_CHECK(cudaMemcpy(to, from, result_.bytes(), cudaMemcpyDeviceToDevice));
  }
  int computed_, launches_ = 0;
  course::DeviceMemory result_;
};
constexpr int kTimedLaunches = 1 + 3 + 10;  // verified, then as short_plan says

}  // namespace course_tests
