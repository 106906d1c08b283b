// Runs one block after another on one OS thread, and finds out what went wrong in one. What the
// threads of a block do together is in the parts: scheduler, barrier, warp operations, fences,
// shared memory.
#pragma once
#include <cpu_backend/collectives.h>
#include <cpu_backend/shared_variable.h>

#include <optional>

#include "block/barrier.h"
#include "block/failure.h"
#include "block/fences.h"
#include "block/launch_facts.h"
#include "block/progress.h"
#include "block/scheduler.h"
#include "block/warp_operations.h"
#include "counting/counting.h"
#include "counting/lane_statistics.h"
#include "memory/shared_memory.h"
#include "tracing/tracer.h"

namespace course::cpu {

class BlockRunner {
 public:
  // Throws std::bad_alloc if the host has no room for that.
  void begin_launch(const LaunchFacts& facts);
  void end_launch() { scheduler_.end_launch(); }
  // Runs one block, or a part of it if it fails.
  std::optional<Failure> run_block(uint3 block_index);

  // For the running thread, see collectives.h.
  int barrier(BarrierKind kind, int predicate, SourceLine at);
  std::uint64_t warp_operation(WarpOperation operation, unsigned mask, std::uint64_t value,
                               int source_lane, SourceLine at);
  unsigned gather(SourceLine at);
  SharedMemory& shared_memory() { return shared_memory_; }
  Fences& fences() { return fences_; }
  // Called now and then by the block itself: gives it up if the watchdog asks for that.
  void stop_if_requested();

  // Give up the block. The first may be called from a signal handler.
  [[noreturn]] void abandon_block(const Fault& fault);
  [[noreturn]] void abandon_block(const Failure& failure);

  Scheduler& scheduler() { return scheduler_; }
  const Scheduler& scheduler() const { return scheduler_; }
  WorkerCounts& counts() { return counts_; }
  LaneStatistics& lane_statistics() { return lane_statistics_; }
  Tracer& tracer() { return tracer_; }
  Progress& progress() { return progress_; }

 private:
  bool run_once();
  Failure why_not_ended();
  static void run_running_thread();
  void check_watched() const;

  LaunchFacts facts_;
  Scheduler scheduler_;
  Barrier barrier_{scheduler_};
  WarpOperations warp_operations_{scheduler_};
  SharedMemory shared_memory_;
  Fences fences_;
  bool watching_shared_ = false;  // stop at the first thread that writes beside shared memory
  WorkerCounts counts_;
  LaneStatistics lane_statistics_;
  Tracer tracer_;
  Progress progress_;
  bool out_of_memory_ = false;
  std::optional<Fault> fault_;
  std::optional<Failure> failure_;
};

}  // namespace course::cpu
