// __syncthreads() and its relatives; see block_runner.h.
#include "block/block_runner.h"
#include "block/sanitizers.h"
#include "runtime/errors.h"

namespace course::cpu {

int BlockRunner::barrier(BarrierKind kind, int predicate, SourceLine at) {
  if (running.tracer != nullptr) tracer_.arrive();
  // A thread may come to the next barrier before others have left this one, so the two take turns.
  char* const order = &barrier_order_[barrier_phase_ % 2];
  race_release(order);
  if (waiting_at_barrier_ == 0) {
    barrier_kind_ = kind;
    barrier_at_ = at;
    barrier_result_ = kind == BarrierKind::all;
  } else if (kind != barrier_kind_ || at.column != barrier_at_.column ||
             !is_same_line(at, barrier_at_)) {
    barriers_differ_ = true;
  }
  const bool holds = predicate != 0;
  if (kind == BarrierKind::count) barrier_result_ += holds;
  if (kind == BarrierKind::all) barrier_result_ &= holds;
  if (kind == BarrierKind::any) barrier_result_ |= holds;
  ++waiting_at_barrier_;

  if (waiting_at_barrier_ < facts_.threads || barriers_differ_) {
    // If barriers differ, nobody is ever made ready, and the block is found stuck.
    wait_as(State::at_barrier, at);
    race_acquire(order);
    return static_cast<int>(threads_[static_cast<std::size_t>(running.linear_index)].result);
  }

  waiting_at_barrier_ = 0;
  ++barrier_phase_;
  const auto result = static_cast<std::uint64_t>(barrier_result_);
  {
    const RaceIgnore ignore;
    for (int number = 0; number < facts_.threads; ++number) {
      if (number != running.linear_index) make_ready(number, result);
    }
  }
  if (running.counting) {
    const RaceIgnore ignore;
    lane_statistics_.finish_interval();
  }
  race_acquire(order);
  return barrier_result_;
}

int barrier(BarrierKind kind, int predicate, SourceLine at) {
  if (running.runner == nullptr) outside_kernel("a barrier");
  return running.runner->barrier(kind, predicate, at);
}

}  // namespace course::cpu
