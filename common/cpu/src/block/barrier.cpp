// See barrier.h.
#include "block/barrier.h"

#include "block/sanitizers.h"
#include "runtime/errors.h"

namespace course::cpu {

void Barrier::begin_block() {
  waiting_ = 0;
  differ_ = false;
}

Barrier::Passed Barrier::arrive(BarrierKind kind, int predicate, SourceLine at) {
  // A thread may come to the next barrier before others have left this one, so the two take turns.
  char* const order = &order_[phase_ % 2];
  race_release(order);
  if (waiting_ == 0) {
    kind_ = kind;
    at_ = at;
    result_ = kind == BarrierKind::all;
  } else if (kind != kind_ || at.column != at_.column || !is_same_line(at, at_)) {
    differ_ = true;
  }
  const bool holds = predicate != 0;
  if (kind == BarrierKind::count) result_ += holds;
  if (kind == BarrierKind::all) result_ &= holds;
  if (kind == BarrierKind::any) result_ |= holds;
  ++waiting_;

  if (waiting_ < scheduler_.threads() || differ_) {
    const std::uint64_t result = scheduler_.wait(ThreadState::at_barrier, at);
    race_acquire(order);
    return {static_cast<int>(result), false};
  }
  waiting_ = 0;
  ++phase_;
  {
    const RaceIgnore ignore;
    for (int number = 0; number < scheduler_.threads(); ++number) {
      if (number == running.linear_index) continue;
      scheduler_.make_ready(number, static_cast<std::uint64_t>(result_));
    }
  }
  race_acquire(order);
  return {result_, true};
}

}  // namespace course::cpu
