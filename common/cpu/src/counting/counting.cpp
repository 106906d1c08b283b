// See counting.h and ../counters.h.
#include "counting/counting.h"

#include <cpu_backend/atomics.h>

#include <mutex>

#include "block/block_runner.h"
#include "block/sanitizers.h"
#include "common/cpu/counters.h"
#include "tracing/launch_counts.h"

namespace course::cpu {
namespace {

struct Totals {
  std::mutex mutex;
  bool on = false;
  WorkerCounts counts;
  std::uint64_t warp_atomics = 0;
  std::uint64_t sum_of_worst = 0;
  std::uint64_t worst = 0;
};

Totals& totals() {
  static Totals instance;
  return instance;
}

}  // namespace

bool counting_is_on() {
  const std::lock_guard lock(totals().mutex);
  return totals().on;
}

void count_atomic(const void* address, std::size_t bytes) {
  if (running.tracer != nullptr) {
    running.tracer->record(EventKind::atomic, address, bytes, false, __builtin_return_address(0),
                           __builtin_frame_address(0));
  }
  running.runner->stop_if_requested();
  const RaceIgnore ignore;
  WorkerCounts& counts = running.runner->counts();
  if (is_shared(address)) {
    ++counts.shared_atomics;
  } else {
    ++counts.global_atomics;
    counts.queues.add(address);
  }
  running.runner->lane_statistics().record(running.linear_index, address);
}

void hand_in_counts(WorkerCounts& counts, LaneStatistics& lanes) {
  Totals& total = totals();
  const std::lock_guard lock(total.mutex);
  total.counts.global_atomics += counts.global_atomics;
  total.counts.shared_atomics += counts.shared_atomics;
  total.counts.queues.add(counts.queues);
  total.warp_atomics += lanes.warp_atomics();
  total.sum_of_worst += lanes.sum_of_worst();
  total.worst = std::max(total.worst, lanes.worst());
  counts = {};
  lanes.reset();
}

void start_counting() {
  Totals& total = totals();
  const std::lock_guard lock(total.mutex);
  total.on = true;
  total.counts = {};
  total.warp_atomics = total.sum_of_worst = total.worst = 0;
  take_launches();  // whatever is left
}

Counts stop_counting() {
  Totals& total = totals();
  const std::lock_guard lock(total.mutex);
  total.on = false;
  Counts counts;
  counts.global_atomics = total.counts.global_atomics;
  counts.shared_atomics = total.counts.shared_atomics;
  counts.longest_queue = total.counts.queues.greatest();
  if (total.warp_atomics > 0) {
    counts.mean_same_address_lanes =
        static_cast<double>(total.sum_of_worst) / static_cast<double>(total.warp_atomics);
  }
  counts.worst_same_address_lanes = static_cast<unsigned>(total.worst);
  total.counts = {};
  CountedLaunches launches = take_launches();
  counts.memory = launches.memory;
  counts.kernels = std::move(launches.kernels);
  return counts;
}

}  // namespace course::cpu
