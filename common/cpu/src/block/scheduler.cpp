// See scheduler.h.
#include "block/scheduler.h"

#include <new>

#include "block/descriptions.h"
#include "block/sanitizers.h"
#include "common/cpu/thread_order.h"
#include "runtime/errors.h"

namespace course::cpu {
namespace {

bool reverse_order = false;  // set between launches, read by all workers during one

}  // namespace

void start_threads_in_reverse(bool reverse) { reverse_order = reverse; }

Scheduler::Scheduler() { root_.adopt_current_stack(); }

void Scheduler::begin_launch(dim3 block) {
  threads_.resize(static_cast<std::size_t>(block.x) * block.y * block.z);
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    const auto linear = static_cast<unsigned>(number);
    threads_[number].index = {linear % block.x, linear / block.x % block.y,
                              linear / block.x / block.y};
  }
  if (fibers_.empty()) {
    add_fiber();
    if (!COURSE_CPU_TSAN) idle_fibers_.push_back(fibers_.back().get());
  }
#if COURSE_CPU_TSAN
  // A thread keeps its own fiber, which the reports name. What happened before the launch comes
  // before all of them.
  while (fibers_.size() < threads_.size()) add_fiber();
  race_release(&root_);
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    race_in_the_name_of(fibers_[number]->race_fiber(), [&] { race_acquire(&root_); });
  }
#endif
}

void Scheduler::end_launch() {
#if COURSE_CPU_TSAN
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    race_in_the_name_of(fibers_[number]->race_fiber(), [&] { race_release(&ended_); });
  }
  race_acquire(&ended_);
#endif
}

bool Scheduler::run_block(void (*run_thread)()) {
  run_thread_ = run_thread;
  for (GpuThread& thread : threads_) thread.state = ThreadState::not_started;
  ready_.clear();
  ready_head_ = 0;
  next_thread_ = ended_ = 0;
  gathering_.clear();
  lacks_stacks_ = false;
#if COURSE_CPU_TSAN
  for (int number = 0; number < threads(); ++number) {
    fibers_[static_cast<std::size_t>(number)]->set_name("GPU " + name_of(number));
  }
#endif
  current_fiber_ = fiber_for_next_thread();  // begin_launch() made the first one
  Fiber::switch_to(root_, *current_fiber_);
  current_fiber_ = &root_;
  return ended_ == threads();
}

void Scheduler::enter_fiber(void* scheduler) {
  auto& self = *static_cast<Scheduler*>(scheduler);
  Fiber::entered(self.root_);
  for (;;) self.run_threads();
}

// What a fiber does: run threads that were not started yet, then give way.
void Scheduler::run_threads() {
  while (next_thread_ < threads()) {
    const int number = next_thread_++;
    make_running(reverse_order ? threads() - 1 - number : number);
    run_thread_();
    threads_[static_cast<std::size_t>(running.linear_index)].state = ThreadState::ended;
    ++ended_;
    if (COURSE_CPU_TSAN) break;
  }
  if (!COURSE_CPU_TSAN) idle_fibers_.push_back(current_fiber_);
  run_another();
}

void Scheduler::make_running(int number) {
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = ThreadState::running;
  running.linear_index = number;
  running.thread_index = thread.index;
}

std::uint64_t Scheduler::wait(ThreadState state, SourceLine at) {
  const int number = running.linear_index;
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = state;
  thread.at = at;
  thread.fiber = current_fiber_;
  run_another();
  make_running(number);
  return thread.result;
}

void Scheduler::make_ready(int number, std::uint64_t result) {
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = ThreadState::ready;
  thread.result = result;
  if (ready_head_ == ready_.size()) {
    ready_.clear();
    ready_head_ = 0;
  }
  ready_.push_back(number);
}

unsigned Scheduler::gather(SourceLine at) {
  gathering_.push_back(running.linear_index);
  return static_cast<unsigned>(wait(ThreadState::gathering, at));
}

bool Scheduler::release_gathered() {
  const std::vector<int> gathered = std::move(gathering_);
  gathering_.clear();
  for (const int number : gathered) {
    unsigned lanes = 0;
    for (const int other : gathered) {
      const SourceLine at = thread(other).at;
      if (other / 32 == number / 32 && at.column == thread(number).at.column &&
          is_same_line(at, thread(number).at)) {
        lanes |= 1u << other % 32;
      }
    }
    make_ready(number, lanes);
  }
  return !gathered.empty();
}

// Leaves the running fiber for one that can go on; for the root if there is none, which then finds
// that the block has ended or is stuck.
void Scheduler::run_another() {
  Fiber& left = *current_fiber_;
  const bool none_ready = ready_head_ == ready_.size();
  if (none_ready && next_thread_ < threads()) {
    Fiber* const next = fiber_for_next_thread();
    if (next == nullptr) {
      lacks_stacks_ = true;  // described later: now there may be no memory for a text either
      abandon();
    }
    current_fiber_ = next;
  } else if (!none_ready || release_gathered()) {
    current_fiber_ = threads_[static_cast<std::size_t>(ready_[ready_head_++])].fiber;
  } else {
    current_fiber_ = &root_;
  }
  Fiber::switch_to(left, *current_fiber_);
}

// Null if the host has no room for another stack.
Fiber* Scheduler::fiber_for_next_thread() {
  if (COURSE_CPU_TSAN) return fibers_[static_cast<std::size_t>(next_thread_)].get();
  if (idle_fibers_.empty()) {
    try {
      add_fiber();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    return fibers_.back().get();
  }
  Fiber* const fiber = idle_fibers_.back();
  idle_fibers_.pop_back();
  return fiber;
}

void Scheduler::add_fiber() {
  fibers_.push_back(
      std::make_unique<Fiber>(&Scheduler::enter_fiber, this, static_cast<int>(fibers_.size())));
}

void Scheduler::drop_stacks() {
  idle_fibers_.clear();
  fibers_.clear();
}

void Scheduler::abandon() { Fiber::abandon_for(root_); }

// After a failure fibers hang in the middle of threads that will never go on.
void Scheduler::reset() {
  idle_fibers_.clear();
  for (const auto& fiber : fibers_) {
    fiber->restart();
    idle_fibers_.push_back(fiber.get());
  }
}

bool Scheduler::is_stack_overflow(const void* address) const {
  for (const auto& fiber : fibers_) {
    if (fiber->is_stack_overflow(address)) return true;
  }
  return false;
}

}  // namespace course::cpu
