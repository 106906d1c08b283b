// Runs the threads of one block, as fibers of one OS thread. A thread runs until it ends or has to
// wait for others; threads that never wait share one fiber, so a kernel without barriers pays for
// no switch.
#pragma once
#include <cpu_backend/running_thread.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "block/fiber.h"

namespace course::cpu {

enum class ThreadState : unsigned char {
  not_started,
  running,
  ready,
  at_barrier,
  at_warp_operation,
  gathering,
  ended
};

struct GpuThread {
  uint3 index{};
  ThreadState state = ThreadState::not_started;
  Fiber* fiber = nullptr;    // while it waits
  SourceLine at;             // where it waits
  std::uint64_t result = 0;  // of what it waits for
};

class Scheduler {
 public:
  // To be made on the OS thread that is to run the blocks.
  Scheduler();

  // Throws std::bad_alloc if the host has no room for that.
  void begin_launch(dim3 block);
  void end_launch();
  // Starts every thread of a block: makes it the one that `running` names and calls `run_thread`.
  // Whether all came to their end; if not, some wait for ever, or abandon() was called.
  bool run_block(void (*run_thread)());
  // How many stacks it has, and gives them back to the host; not while a block runs.
  std::size_t stacks() const { return fibers_.size(); }
  void drop_stacks();
  // Whether the last block came to no end because the host had no room for another stack.
  bool lacks_stacks() const { return lacks_stacks_; }
  // Makes the next block possible after one that did not come to its end.
  void reset();

  // Lets others run until somebody has made the running thread ready; returns the result.
  std::uint64_t wait(ThreadState state, SourceLine at);
  void make_ready(int number, std::uint64_t result);
  // Waits until no other thread of the block can go on, and returns the lanes of the warp that have
  // come to the same place by then.
  unsigned gather(SourceLine at);
  // Leaves the running thread, and with it the block. May be called from a signal handler.
  [[noreturn]] void abandon();

  int threads() const { return static_cast<int>(threads_.size()); }
  const GpuThread& thread(int number) const { return threads_[static_cast<std::size_t>(number)]; }
  // Whether `address` lies in the guard page of some thread's stack.
  bool is_stack_overflow(const void* address) const;

 private:
  static void enter_fiber(void* scheduler);
  void run_threads();
  void make_running(int number);
  void run_another();
  bool release_gathered();
  Fiber* fiber_for_next_thread();
  void add_fiber();

  std::vector<GpuThread> threads_;
  std::vector<int> ready_;  // a queue: entries before ready_head_ are done
  std::size_t ready_head_ = 0;
  int next_thread_ = 0;  // the first that was not started yet
  int ended_ = 0;
  std::vector<int> gathering_;
  bool lacks_stacks_ = false;
  void (*run_thread_)() = nullptr;

  Fiber root_;  // the OS thread's own stack
  Fiber* current_fiber_ = &root_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_fibers_;
};

}  // namespace course::cpu
