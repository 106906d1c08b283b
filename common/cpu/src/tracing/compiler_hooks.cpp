// What the compiler calls in kernels that are compiled for tracing: GCC's -fsanitize=thread hands
// over each access to memory that is not a local variable's own, -fsanitize-coverage=trace-pc tells
// of each basic block. No sanitizer is linked.
#include <cpu_backend/running_thread.h>

#include <cstdint>

#include "tracing/tracer.h"

namespace {

using namespace course::cpu;

[[maybe_unused]] const bool is_set = program_is_traced = true;

inline __attribute__((always_inline)) void record(EventKind kind, const volatile void* address,
                                                  unsigned long bytes, bool in_pieces) {
  if (running.tracer == nullptr) return;
  running.tracer->record(kind, const_cast<const void*>(address), bytes, in_pieces,
                         __builtin_return_address(0), __builtin_frame_address(0));
}

}  // namespace

#define COURSE_CPU_ACCESSES(bytes)                                                          \
  void __tsan_read##bytes(void* at) { record(EventKind::load, at, bytes, false); }          \
  void __tsan_write##bytes(void* at) { record(EventKind::store, at, bytes, false); }        \
  void __tsan_unaligned_read##bytes(void* at) { record(EventKind::load, at, bytes, true); } \
  void __tsan_unaligned_write##bytes(void* at) { record(EventKind::store, at, bytes, true); }

// CUDA's atomics are recorded by count_atomic(), before the loop that some of them are here; what
// is left is to do them.
#define COURSE_CPU_UPDATE(Word, bits, name)                               \
  Word __tsan_atomic##bits##_##name(volatile Word* at, Word value, int) { \
    return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                  \
  }
#define COURSE_CPU_EXCHANGE(Word, bits, name)                                                      \
  int __tsan_atomic##bits##_##name(volatile Word* at, Word* old, Word value, int, int) {           \
    return __atomic_compare_exchange_n(at, old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define COURSE_CPU_ATOMICS(Word, bits)                                      \
  Word __tsan_atomic##bits##_load(const volatile Word* at, int) {           \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                           \
  }                                                                         \
  void __tsan_atomic##bits##_store(volatile Word* at, Word value, int) {    \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                          \
  }                                                                         \
  Word __tsan_atomic##bits##_exchange(volatile Word* at, Word value, int) { \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                \
  }                                                                         \
  COURSE_CPU_UPDATE(Word, bits, fetch_add)                                  \
  COURSE_CPU_UPDATE(Word, bits, fetch_sub)                                  \
  COURSE_CPU_UPDATE(Word, bits, fetch_and)                                  \
  COURSE_CPU_UPDATE(Word, bits, fetch_or)                                   \
  COURSE_CPU_UPDATE(Word, bits, fetch_xor)                                  \
  COURSE_CPU_EXCHANGE(Word, bits, compare_exchange_strong)                  \
  COURSE_CPU_EXCHANGE(Word, bits, compare_exchange_weak)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_read_range(void* at, unsigned long bytes) { record(EventKind::load, at, bytes, true); }
void __tsan_write_range(void* at, unsigned long bytes) {
  record(EventKind::store, at, bytes, true);
}
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}
void __sanitizer_cov_trace_pc() { record(EventKind::step, nullptr, 0, false); }
COURSE_CPU_ACCESSES(1)
COURSE_CPU_ACCESSES(2)
COURSE_CPU_ACCESSES(4)
COURSE_CPU_ACCESSES(8)
COURSE_CPU_ACCESSES(16)
COURSE_CPU_ATOMICS(std::uint8_t, 8)
COURSE_CPU_ATOMICS(std::uint16_t, 16)
COURSE_CPU_ATOMICS(std::uint32_t, 32)
COURSE_CPU_ATOMICS(std::uint64_t, 64)
}
