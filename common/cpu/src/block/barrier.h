// __syncthreads() and its relatives: where all threads of a block wait for each other.
#pragma once
#include <cpu_backend/collectives.h>

#include <cstdint>

#include "block/scheduler.h"

namespace course::cpu {

class Barrier {
 public:
  explicit Barrier(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin_block();
  struct Passed {
    int result = 0;
    bool as_last = false;  // the running thread was the last to arrive
  };
  // The running thread comes here and leaves when all have come. Never if they came to different
  // barriers: then nobody is made ready, and the block is found stuck.
  Passed arrive(BarrierKind kind, int predicate, SourceLine at);

 private:
  Scheduler& scheduler_;
  int waiting_ = 0;
  int result_ = 0;
  BarrierKind kind_{};
  SourceLine at_;  // of the first thread that arrived
  bool differ_ = false;
  unsigned phase_ = 0;
  char order_[2]{};  // what ThreadSanitizer knows consecutive barriers by
};

}  // namespace course::cpu
