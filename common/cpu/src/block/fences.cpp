// Memory fences. ThreadSanitizer does not understand them, so it is told here what they do: what a
// thread wrote before its fence is handed over by the atomics that its block does after it, to
// every thread whose atomic comes later at the same address.
#include <cpu_backend/atomics.h>

#include "block/block_runner.h"
#include "block/sanitizers.h"

namespace course::cpu {

void memory_fence(FenceScope scope) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (running.runner != nullptr) running.runner->add_fenced_writes(scope);
}

void race_before_atomic(void* address) {
  if (running.runner != nullptr) running.runner->release_fenced_writes(address);
}

void race_after_atomic(void* address) { race_acquire(address); }

void BlockRunner::add_fenced_writes(FenceScope scope) {
  fenced_for_block_.add();
  if (scope == FenceScope::device) fenced_for_device_.add();
}

// Only the threads of one block meet in its shared memory, so there a fence for the block is
// enough.
void BlockRunner::release_fenced_writes(void* address) const {
  (is_shared(address) ? fenced_for_block_ : fenced_for_device_).release(address);
}

}  // namespace course::cpu
