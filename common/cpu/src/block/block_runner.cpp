// The scheduling of a block's threads; see block_runner.h.
#include "block/block_runner.h"

#include <cstring>

#include "block/sanitizers.h"
#include "common/cpu/thread_order.h"

namespace course::cpu {
namespace {

bool reverse_order = false;  // set between launches, read by all workers during one

}  // namespace

void start_threads_in_reverse(bool reverse) { reverse_order = reverse; }

constinit thread_local RunningThread running;

BlockRunner::BlockRunner() { root_.adopt_current_stack(); }

void BlockRunner::begin_launch(const LaunchFacts& facts) {
  facts_ = facts;
  const LaunchConfiguration& configuration = *facts.configuration;
  const dim3 block = configuration.block;
  threads_.resize(static_cast<std::size_t>(facts.threads));
  for (int number = 0; number < facts.threads; ++number) {
    const auto linear = static_cast<unsigned>(number);
    threads_[linear].index = {linear % block.x, linear / block.x % block.y,
                              linear / block.x / block.y};
  }
  pending_.resize((threads_.size() + 31) / 32);

  running.dynamic_shared = dynamic_shared_.resize(configuration.dynamic_shared_bytes);
  running.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
  running.block_dim = block;
  running.grid_dim = configuration.grid;
  running.counting = facts.counting;
  lane_statistics_.begin_launch(facts.threads);
  running.tracer = COURSE_CPU_TRACE && facts.counting ? &tracer_ : nullptr;
  if (running.tracer != nullptr) tracer_.begin_launch(facts.threads);

#if COURSE_CPU_TSAN
  // A thread keeps its own fiber, which the reports name. What happened before the launch comes
  // before all of them.
  while (fibers_.size() < threads_.size()) {
    fibers_.push_back(std::make_unique<Fiber>(fiber_entry, static_cast<int>(fibers_.size())));
  }
  race_release(&root_);
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    race_in_the_name_of(fibers_[number]->race_fiber(), [&] { race_acquire(&root_); });
  }
#endif
}

void BlockRunner::end_launch() {
#if COURSE_CPU_TSAN
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    race_in_the_name_of(fibers_[number]->race_fiber(), [&] { race_release(&ended_); });
  }
  race_acquire(&ended_);
#endif
}

std::optional<Failure> BlockRunner::run_block(uint3 block_index) {
  running.block_index = block_index;
  if (run_once()) {
    const std::string damage = shared_memory_damage();
    if (damage.empty()) return std::nullopt;
    // Who did it? The block's results are lost anyway, so run it once more and look after every
    // thread.
    watching_shared_ = true;
    const bool again = run_once();
    watching_shared_ = false;
    if (again) {
      return Failure{cudaErrorIllegalAddress, place() + "some thread of block " +
                                                  text_of(block_index) + " writes " + damage +
                                                  ": out of bounds"};
    }
  }
  if (failure_) {
    failure_->text = place() + failure_->text;
  } else {
    failure_ = fault_ ? describe_fault() : describe_stuck_block();
  }
  reset_fibers();
  return failure_;
}

// Whether all threads came to their end.
bool BlockRunner::run_once() {
  begin_shared_memory();
  if (running.tracer != nullptr) tracer_.begin_block();
  ++progress_;
  for (GpuThread& thread : threads_) thread.state = State::not_started;
  ready_.clear();
  ready_head_ = 0;
  next_thread_ = ended_ = waiting_at_barrier_ = 0;
  barriers_differ_ = false;
  fault_.reset();
  failure_.reset();
#if COURSE_CPU_TSAN
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    fibers_[number]->set_name("GPU " + name_of(static_cast<int>(number)));
  }
#endif

  running.runner = this;
  is_running_block_ = true;
  current_fiber_ = &fiber_for_next_thread();
  Fiber::switch_to(root_, *current_fiber_);
  is_running_block_ = false;
  running.runner = nullptr;
  current_fiber_ = &root_;

  if (ended_ < facts_.threads) return false;
  if (running.counting) lane_statistics_.finish_interval();
  return true;
}

void BlockRunner::fiber_entry() {
  BlockRunner& runner = *running.runner;
  Fiber::entered(runner.root_);
  for (;;) runner.run_threads();
}

// What a fiber does: run threads that were not started yet, then give way.
void BlockRunner::run_threads() {
  while (next_thread_ < facts_.threads) {
    const int number = next_thread_++;
    start_thread(reverse_order ? facts_.threads - 1 - number : number);
    facts_.kernel->run_thread(facts_.kernel->arguments);
    if (running.tracer != nullptr) tracer_.arrive();
    check_watched();
    threads_[static_cast<std::size_t>(running.linear_index)].state = State::ended;
    ++ended_;
    progress_.store(progress_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (COURSE_CPU_TSAN) break;
  }
  if (!COURSE_CPU_TSAN) idle_fibers_.push_back(current_fiber_);
  run_another();
}

void BlockRunner::start_thread(int number) {
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = State::running;
  running.linear_index = number;
  running.thread_index = thread.index;
}

// Lets others run until somebody has made this thread ready.
void BlockRunner::wait_as(State state, SourceLine at) {
  stop_if_requested();
  check_watched();
  const int number = running.linear_index;
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = state;
  thread.at = at;
  thread.fiber = current_fiber_;
  run_another();
  start_thread(number);
}

void BlockRunner::make_ready(int number, std::uint64_t result) {
  GpuThread& thread = threads_[static_cast<std::size_t>(number)];
  thread.state = State::ready;
  thread.result = result;
  if (ready_head_ == ready_.size()) {
    ready_.clear();
    ready_head_ = 0;
  }
  ready_.push_back(number);
}

// Leaves the running fiber for one that can go on; for the root if there is none, which then finds
// that the block has ended or is stuck.
void BlockRunner::run_another() {
  Fiber& left = *current_fiber_;
  if (ready_head_ < ready_.size()) {
    current_fiber_ = threads_[static_cast<std::size_t>(ready_[ready_head_++])].fiber;
  } else if (next_thread_ < facts_.threads) {
    current_fiber_ = &fiber_for_next_thread();
  } else {
    current_fiber_ = &root_;
  }
  Fiber::switch_to(left, *current_fiber_);
}

Fiber& BlockRunner::fiber_for_next_thread() {
  if (COURSE_CPU_TSAN) return *fibers_[static_cast<std::size_t>(next_thread_)];
  if (idle_fibers_.empty()) {
    fibers_.push_back(std::make_unique<Fiber>(fiber_entry, static_cast<int>(fibers_.size())));
    return *fibers_.back();
  }
  Fiber& fiber = *idle_fibers_.back();
  idle_fibers_.pop_back();
  return fiber;
}

void BlockRunner::check_watched() {
  if (watching_shared_) {
    const std::string damage = shared_memory_damage();
    if (!damage.empty()) {
      abandon_block(cudaErrorIllegalAddress,
                    name_of(running.linear_index) + " writes " + damage + ": out of bounds");
    }
  }
  if (facts_.watched == nullptr) return;
  if (const auto offset = facts_.watched->changed_fill()) {
    abandon_block(cudaErrorIllegalAddress, name_of(running.linear_index) + " writes " +
                                               facts_.watched->describe(*offset) +
                                               ": out of bounds");
  }
}

void BlockRunner::stop_if_requested() {
  if (must_stop()) abandon_block(Fault{stop_signal, nullptr, ""});
}

void BlockRunner::abandon_block(const Fault& fault) {
  fault_ = fault;
  Fiber::abandon_for(root_);
}

void BlockRunner::abandon_block(cudaError_t error, const std::string& what) {
  failure_ = Failure{error, what};  // run_block adds the kernel: finding its name takes stack
  Fiber::abandon_for(root_);
}

// After a failure fibers hang in the middle of threads that will never go on.
void BlockRunner::reset_fibers() {
  idle_fibers_.clear();
  for (const auto& fiber : fibers_) {
    fiber->restart();
    idle_fibers_.push_back(fiber.get());
  }
  for (auto& warp : pending_) warp.clear();
  tracer_.abandon_block();
  lane_statistics_.begin_launch(facts_.threads);
}

}  // namespace course::cpu
