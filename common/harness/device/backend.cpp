#include "common/harness/device/backend.h"

#include <cuda_runtime.h>

#include <utility>

#ifdef COURSE_CPU_BACKEND
#include "common/cpu/counters.h"
#include "common/cpu/diagnosis.h"
#include "common/cpu/launches.h"
#include "common/cpu/placement.h"
#include "common/cpu/thread_order.h"
#endif

namespace course {

bool backend_is_instrumented() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

#ifdef COURSE_CPU_BACKEND

const char* backend_name() { return "cpu"; }
bool backend_has_gpu_times() { return false; }
std::string backend_recorded_rates() {
#ifdef COURSE_RECORDED_RATES
  return COURSE_RECORDED_RATES;
#else
  return "";
#endif
}
std::string lack_of_host() { return cpu::last_diagnosis(); }
bool backend_counts_work() { return true; }
bool backend_counts_memory() { return cpu::traces_memory(); }
void run_threads_in_reverse(bool reverse) { cpu::start_threads_in_reverse(reverse); }
void skip_launches(bool skip) { cpu::skip_launches(skip); }
void guard_front_of_allocations(bool in_front) {
  cpu::place_allocations(in_front ? cpu::Placement::tight_in_front : cpu::Placement::aligned_end);
}
void start_counting_work() { cpu::start_counting(); }
CountedWork stop_counting_work() {
  cpu::Counts counts = cpu::stop_counting();
  CountedWork work;
  work.ledger.global_atomics = counts.global_atomics;
  work.ledger.shared_atomics = counts.shared_atomics;
  work.ledger.longest_queue = counts.longest_queue;
  work.mean_same_address_lanes = counts.mean_same_address_lanes;
  work.worst_same_address_lanes = counts.worst_same_address_lanes;
  work.memory = counts.memory;
  work.kernels = std::move(counts.kernels);
  return work;
}

#else

const char* backend_name() { return "cuda"; }
bool backend_has_gpu_times() { return true; }
std::string backend_recorded_rates() { return ""; }
std::string lack_of_host() { return cudaGetErrorString(cudaErrorOperatingSystem); }
bool backend_counts_work() { return false; }
bool backend_counts_memory() { return false; }
void run_threads_in_reverse(bool) {}
void skip_launches(bool) {}
void guard_front_of_allocations(bool) {}
void start_counting_work() {}
CountedWork stop_counting_work() { return {}; }

#endif

}  // namespace course
