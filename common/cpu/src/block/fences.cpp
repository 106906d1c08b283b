// See fences.h.
#include "block/fences.h"

#include <cpu_backend/running_thread.h>

#include "block/block_runner.h"

namespace course::cpu {

void Fences::add(FenceScope scope) {
  for_block_.add();
  if (scope == FenceScope::device) for_device_.add();
}

void Fences::release(void* address) const {
  (is_shared(address) ? for_block_ : for_device_).release(address);
}

void memory_fence(FenceScope scope) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (running.runner != nullptr) running.runner->fences().add(scope);
}

void race_before_atomic(void* address) {
  if (running.runner != nullptr) running.runner->fences().release(address);
}

void race_after_atomic(void* address) { race_acquire(address); }

}  // namespace course::cpu
