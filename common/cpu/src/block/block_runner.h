// Runs the threads of one block after another, as fibers of one OS thread. A thread runs until it
// ends or has to wait for others; threads that never wait share one fiber, so a kernel without
// barriers pays for no switch.
#pragma once
#include <pthread.h>

#include <cpu_backend/atomics.h>
#include <cpu_backend/collectives.h>
#include <cpu_backend/launch.h>
#include <cpu_backend/shared_variable.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "block/fiber.h"
#include "block/sanitizers.h"
#include "counting/counting.h"
#include "counting/lane_statistics.h"
#include "memory/device_memory.h"
#include "memory/dynamic_shared.h"
#include "memory/fault_signals.h"
#include "tracing/tracer.h"

namespace course::cpu {

// "(1,0,0)".
std::string text_of(uint3 index);

// Why a launch did not come to its end.
struct Failure {
  cudaError_t error = cudaSuccess;
  std::string text;  // what the learner reads
};

// A signal that a kernel caused.
struct Fault {
  int signal = 0;
  const void* address = nullptr;
  const char* verb = "touches";  // or "reads" or "writes", where the processor tells
};

// What all blocks of one launch have in common.
struct LaunchFacts {
  const LaunchConfiguration* configuration = nullptr;
  const Kernel* kernel = nullptr;
  int threads = 0;  // of a block
  bool counting = false;
  // If set, stop at the first thread that changes the fill around this allocation.
  const Allocation* watched = nullptr;
};

class BlockRunner {
 public:
  BlockRunner();

  void begin_launch(const LaunchFacts& facts);
  void end_launch();
  // Runs one block, or a part of it if it fails.
  std::optional<Failure> run_block(uint3 block_index);

  // For the running thread, see collectives.h.
  int barrier(BarrierKind kind, int predicate, SourceLine at);
  std::uint64_t warp_operation(WarpOperation operation, unsigned mask, std::uint64_t value,
                               int source_lane, SourceLine at);
  void add_shared_variable(const SharedView& view);
  // See fences.cpp.
  void add_fenced_writes(FenceScope scope);
  void release_fenced_writes(void* address) const;
  WorkerCounts& counts() { return counts_; }
  LaneStatistics& lane_statistics() { return lane_statistics_; }
  Tracer& tracer() { return tracer_; }

  // "thread (1,0,0) of block (2,0,0)".
  std::string name_of(int thread) const;

  // For the watchdog, from another OS thread. The progress is another number whenever a thread has
  // ended or a block begins.
  std::uint64_t progress() const { return progress_; }
  bool is_running_block() const { return is_running_block_; }
  // Stops the block unless it has made progress since `progress`.
  void request_stop(std::uint64_t progress) { stop_at_progress_ = progress; }
  bool must_stop() const { return is_running_block_ && stop_at_progress_ == progress_; }
  void interrupt() const { pthread_kill(os_thread_, stop_signal); }
  // Called now and then by the block itself.
  void stop_if_requested();

  // Give up the block. The first may be called from a signal handler.
  [[noreturn]] void abandon_block(const Fault& fault);
  [[noreturn]] void abandon_block(cudaError_t error, const std::string& what);

 private:
  enum class State : unsigned char {
    not_started,
    running,
    ready,
    at_barrier,
    at_warp_operation,
    ended
  };
  struct GpuThread {
    uint3 index{};
    State state = State::not_started;
    Fiber* fiber = nullptr;    // while it waits
    SourceLine at;             // where it waits
    std::uint64_t result = 0;  // of what it waits for
  };
  // A warp operation that some of its lanes have not reached yet.
  struct PendingWarpOperation {
    WarpOperation operation{};
    unsigned mask = 0;
    unsigned arrived = 0;
    SourceLine at;
    std::uint64_t values[32]{};
    int source_lanes[32]{};
  };

  static void fiber_entry();
  void run_threads();
  void start_thread(int number);
  void wait_as(State state, SourceLine at);
  void make_ready(int number, std::uint64_t result);
  void run_another();
  Fiber& fiber_for_next_thread();
  bool run_once();
  void check_watched();
  void reset_fibers();

  void begin_shared_memory();
  void end_shared_memory();
  std::string shared_memory_damage() const;

  unsigned existing_lanes(int first_thread_of_warp) const;
  PendingWarpOperation& pending_operation(int warp, unsigned mask);
  void finish_warp_operation(const PendingWarpOperation& pending, int first_thread_of_warp);

  // Texts.
  std::string place() const;
  Failure describe_fault() const;
  Failure describe_standstill() const;
  Failure describe_stuck_block() const;

  LaunchFacts facts_;
  std::vector<GpuThread> threads_;
  std::vector<int> ready_;  // a queue: entries before ready_head_ are done
  std::size_t ready_head_ = 0;
  int next_thread_ = 0;  // the first that was not started yet
  int ended_ = 0;

  Fiber root_;  // the OS thread's own stack
  Fiber* current_fiber_ = &root_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_fibers_;

  int waiting_at_barrier_ = 0;
  int barrier_result_ = 0;
  BarrierKind barrier_kind_{};
  SourceLine barrier_at_;  // of the first thread that arrived
  bool barriers_differ_ = false;
  unsigned barrier_phase_ = 0;
  char barrier_order_[2]{};  // what ThreadSanitizer knows consecutive barriers by
  std::vector<std::vector<PendingWarpOperation>> pending_;  // of every warp
  FencedWrites fenced_for_block_;
  FencedWrites fenced_for_device_;

  DynamicSharedMemory dynamic_shared_;
  std::vector<SharedView> shared_variables_;  // that the block has used so far
  bool watching_shared_ = false;  // stop at the first thread that writes beside shared memory
  WorkerCounts counts_;
  LaneStatistics lane_statistics_;
  Tracer tracer_;
  std::atomic<std::uint64_t> progress_{1};
  std::atomic<std::uint64_t> stop_at_progress_{0};
  std::atomic<bool> is_running_block_{false};
  const pthread_t os_thread_ = pthread_self();
  std::optional<Fault> fault_;
  std::optional<Failure> failure_;
};

}  // namespace course::cpu
