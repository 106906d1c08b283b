// Memory fences. ThreadSanitizer does not understand them, so it is told here what they do: what a
// thread wrote before its fence is handed over by the atomics that its block does after it, to
// every thread whose atomic comes later at the same address.
#pragma once
#include <cpu_backend/atomics.h>

#include "block/sanitizers.h"

namespace course::cpu {

class Fences {
 public:
  // The running thread is at a fence.
  void add(FenceScope scope);
  // The running thread is at an atomic. Only the threads of one block meet in its shared memory, so
  // there a fence for the block is enough.
  void release(void* address) const;

 private:
  FencedWrites for_block_;
  FencedWrites for_device_;
};

}  // namespace course::cpu
