// See block_runner.h.
#include "block/block_runner.h"

#include <cpu_backend/coalesced.h>

#include <new>

#include "block/descriptions.h"

namespace course::cpu {

constinit thread_local RunningThread running;

void BlockRunner::begin_launch(const LaunchFacts& facts) {
  facts_ = facts;
  const LaunchConfiguration& configuration = *facts.configuration;
  scheduler_.begin_launch(configuration.block);
  warp_operations_.begin_launch();
  shared_memory_.begin_launch(configuration.dynamic_shared_bytes);
  lane_statistics_.begin_launch(facts.threads);
  running.block_dim = configuration.block;
  running.grid_dim = configuration.grid;
  running.counting = facts.counting;
  running.tracer = program_is_traced && facts.counting ? &tracer_ : nullptr;
  if (running.tracer != nullptr) tracer_.begin_launch(scheduler_.threads());
}

std::optional<Failure> BlockRunner::run_block(uint3 block_index) {
  running.block_index = block_index;
  bool ended = run_once();
  if (ended) {
    const std::string damage = shared_memory_.damage();
    if (damage.empty()) return std::nullopt;
    // Who did it? The block's results are lost anyway, so run it once more and look after every
    // thread.
    watching_shared_ = true;
    ended = run_once();
    watching_shared_ = false;
    if (ended) {
      failure_ = Failure{cudaErrorIllegalAddress, "some thread of block " + text_of(block_index) +
                                                      " writes " + damage + ": out of bounds"};
    }
  }
  if (!ended) {
    failure_ = why_not_ended();
    scheduler_.reset();
    warp_operations_.reset();
    lane_statistics_.begin_launch(facts_.threads);
  }
  failure_->text = launch_of(facts_) + failure_->text;
  return failure_;
}

Failure BlockRunner::why_not_ended() {
  const std::size_t stacks = scheduler_.stacks();
  // Where memory lacks there would be no room for a text either.
  if (out_of_memory_ || scheduler_.lacks_stacks()) scheduler_.drop_stacks();
  if (scheduler_.lacks_stacks()) return describe_lack_of_stacks(facts_.threads, stacks);
  if (out_of_memory_) return describe_lack_of_memory();
  if (failure_) return *failure_;
  if (fault_) return describe_fault(*fault_, scheduler_, shared_memory_);
  return describe_stuck_block(scheduler_);
}

// Whether all threads came to their end.
bool BlockRunner::run_once() {
  fault_.reset();
  failure_.reset();
  out_of_memory_ = false;
  shared_memory_.begin_block();
  if (running.tracer != nullptr) tracer_.begin_block();
  barrier_.begin_block();
  warp_operations_.begin_block();
  running.runner = this;
  progress_.begin_block();
  const bool ended = scheduler_.run_block(&BlockRunner::run_running_thread);
  progress_.end_block();
  running.runner = nullptr;
  if (ended && running.counting) lane_statistics_.finish_interval();
  return ended;
}

void BlockRunner::run_running_thread() {
  BlockRunner& self = *running.runner;
  bool out_of_memory = false;
  try {
    self.facts_.kernel->run_thread(self.facts_.kernel->arguments);
  } catch (const std::bad_alloc&) {
    out_of_memory = true;
  }
  if (out_of_memory) {
    self.out_of_memory_ = true;
    self.scheduler_.abandon();
  }
  if (running.tracer != nullptr) running.tracer->arrive();
  self.check_watched();
  self.warp_operations_.leave();
  self.progress_.advance();
}

int BlockRunner::barrier(BarrierKind kind, int predicate, SourceLine at) {
  stop_if_requested();
  check_watched();
  if (running.tracer != nullptr) tracer_.arrive();
  const Barrier::Passed passed = barrier_.arrive(kind, predicate, at);
  if (passed.as_last && running.counting) {
    const RaceIgnore ignore;
    lane_statistics_.finish_interval();
  }
  return passed.result;
}

std::uint64_t BlockRunner::warp_operation(WarpOperation operation, unsigned mask,
                                          std::uint64_t value, int source_lane, SourceLine at) {
  stop_if_requested();
  check_watched();
  return warp_operations_.arrive(operation, mask, value, source_lane, at);
}

void BlockRunner::check_watched() const {
  const auto fail_by = [](const std::string& what) {
    fail_block(cudaErrorIllegalAddress,
               name_of(running.linear_index) + " writes " + what + ": out of bounds");
  };
  if (watching_shared_) {
    const std::string damage = shared_memory_.damage();
    if (!damage.empty()) fail_by(damage);
  }
  if (facts_.watched == nullptr) return;
  if (const auto offset = facts_.watched->changed_fill()) {
    fail_by(facts_.watched->describe(*offset));
  }
}

unsigned BlockRunner::gather(SourceLine at) {
  stop_if_requested();
  check_watched();
  return scheduler_.gather(at);
}

unsigned coalesced_lanes(SourceLine at) {
  if (running.runner == nullptr) outside_kernel("coalesced_threads()");
  return running.runner->gather(at);
}

void BlockRunner::stop_if_requested() {
  if (progress_.must_stop()) abandon_block(Fault{stop_signal, nullptr, ""});
}

void BlockRunner::abandon_block(const Fault& fault) {
  fault_ = fault;
  scheduler_.abandon();
}

void BlockRunner::abandon_block(const Failure& failure) {
  failure_ = failure;  // run_block adds the kernel: finding its name takes stack
  scheduler_.abandon();
}

void fail_block(cudaError_t error, const std::string& what) {
  running.runner->abandon_block(Failure{error, what});
}

int barrier(BarrierKind kind, int predicate, SourceLine at) {
  if (running.runner == nullptr) outside_kernel("a barrier");
  return running.runner->barrier(kind, predicate, at);
}

std::uint64_t warp_operation(WarpOperation operation, unsigned mask, std::uint64_t value,
                             int source_lane, SourceLine at) {
  if (running.runner == nullptr) outside_kernel("a warp intrinsic");
  return running.runner->warp_operation(operation, mask, value, source_lane, at);
}

}  // namespace course::cpu
