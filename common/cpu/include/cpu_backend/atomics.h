// Atomic functions on global and shared memory, and memory fences.
#pragma once
#include <cpu_backend/running_thread.h>

#include <atomic>
#include <cstdint>
#include <type_traits>

#if defined(__SANITIZE_THREAD__)
#define COURSE_CPU_RACE_CHECK true
#elif defined(__has_feature)
#define COURSE_CPU_RACE_CHECK __has_feature(thread_sanitizer)
#else
#define COURSE_CPU_RACE_CHECK false
#endif

namespace course::cpu {

// Enters one atomic into the counters.
void count_atomic(const void* address, std::size_t bytes);

enum class FenceScope { block, device };
void memory_fence(FenceScope scope);
// Tell ThreadSanitizer what an atomic hands over and takes over; see src/block/fences.cpp.
void race_before_atomic(void* address);
void race_after_atomic(void* address);

// Atomics are always inlined: each place in a kernel has an instruction of its own, whose line the
// traced build can name.

// Replaces *address by change(*address) and returns the old value.
template <class Value, class Change>
__forceinline__ Value read_modify_write(Value* address, Change change) {
  if (running.counting) count_atomic(address, sizeof *address);
  // The threads of a block take turns on one OS thread: shared memory needs no atomic instruction,
  // unless ThreadSanitizer is to see one.
  if (!COURSE_CPU_RACE_CHECK && is_shared(address)) {
    const Value old = *address;
    *address = change(old);
    return old;
  }
  if (COURSE_CPU_RACE_CHECK) race_before_atomic(address);
  std::atomic_ref<Value> word(*address);
  Value old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
  }
  if (COURSE_CPU_RACE_CHECK) race_after_atomic(address);
  return old;
}

// The same for integer addition, for which processors have one instruction.
template <class Value>
__forceinline__ Value fetch_add(Value* address, Value value) {
  if (running.counting) count_atomic(address, sizeof *address);
  if (!COURSE_CPU_RACE_CHECK && is_shared(address)) {
    const Value old = *address;
    *address = static_cast<Value>(old + value);
    return old;
  }
  if (COURSE_CPU_RACE_CHECK) race_before_atomic(address);
  const Value old = std::atomic_ref<Value>(*address).fetch_add(value, std::memory_order_relaxed);
  if (COURSE_CPU_RACE_CHECK) race_after_atomic(address);
  return old;
}

}  // namespace course::cpu

#define COURSE_CPU_ATOMIC(Type, name, expression)                                            \
  __forceinline__ Type name(Type* address, Type value) {                                     \
    return course::cpu::read_modify_write(address,                                           \
                                          [value](Type old) -> Type { return expression; }); \
  }
#define COURSE_CPU_ATOMIC_INTEGERS(name, expression) \
  COURSE_CPU_ATOMIC(int, name, expression)           \
  COURSE_CPU_ATOMIC(unsigned, name, expression)      \
  COURSE_CPU_ATOMIC(unsigned long long, name, expression)

__forceinline__ int atomicAdd(int* address, int value) {
  // Through unsigned: an int that overflows wraps on a GPU.
  return static_cast<int>(
      course::cpu::fetch_add(reinterpret_cast<unsigned*>(address), static_cast<unsigned>(value)));
}
__forceinline__ unsigned atomicAdd(unsigned* address, unsigned value) {
  return course::cpu::fetch_add(address, value);
}
__forceinline__ unsigned long long atomicAdd(unsigned long long* address,
                                             unsigned long long value) {
  return course::cpu::fetch_add(address, value);
}
COURSE_CPU_ATOMIC(float, atomicAdd, old + value)
COURSE_CPU_ATOMIC(double, atomicAdd, old + value)
__forceinline__ int atomicSub(int* address, int value) {
  return atomicAdd(address, static_cast<int>(0u - static_cast<unsigned>(value)));
}
__forceinline__ unsigned atomicSub(unsigned* address, unsigned value) {
  return atomicAdd(address, 0u - value);
}
COURSE_CPU_ATOMIC_INTEGERS(atomicMin, value < old ? value : old)
COURSE_CPU_ATOMIC(long long, atomicMin, value < old ? value : old)
COURSE_CPU_ATOMIC_INTEGERS(atomicMax, old < value ? value : old)
COURSE_CPU_ATOMIC(long long, atomicMax, old < value ? value : old)
COURSE_CPU_ATOMIC_INTEGERS(atomicAnd, old& value)
COURSE_CPU_ATOMIC_INTEGERS(atomicOr, old | value)
COURSE_CPU_ATOMIC_INTEGERS(atomicXor, old ^ value)
COURSE_CPU_ATOMIC_INTEGERS(atomicExch, ((void)old, value))
COURSE_CPU_ATOMIC(float, atomicExch, ((void)old, value))
COURSE_CPU_ATOMIC(unsigned, atomicInc, old >= value ? 0u : old + 1)
COURSE_CPU_ATOMIC(unsigned, atomicDec, old == 0 || old > value ? value : old - 1)
#undef COURSE_CPU_ATOMIC_INTEGERS
#undef COURSE_CPU_ATOMIC

#define COURSE_CPU_ATOMIC_CAS(Type)                                                \
  __forceinline__ Type atomicCAS(Type* address, Type expected, Type value) {       \
    return course::cpu::read_modify_write(                                         \
        address, [=](Type old) -> Type { return old == expected ? value : old; }); \
  }
COURSE_CPU_ATOMIC_CAS(int)
COURSE_CPU_ATOMIC_CAS(unsigned)
COURSE_CPU_ATOMIC_CAS(unsigned long long)
COURSE_CPU_ATOMIC_CAS(unsigned short)
#undef COURSE_CPU_ATOMIC_CAS

// The threads that an atomic is for make no difference here.
#define COURSE_CPU_ATOMIC_SCOPES(name)                                     \
  template <class Value>                                                   \
  Value name##_block(Value* address, std::type_identity_t<Value> value) {  \
    return name(address, value);                                           \
  }                                                                        \
  template <class Value>                                                   \
  Value name##_system(Value* address, std::type_identity_t<Value> value) { \
    return name(address, value);                                           \
  }
COURSE_CPU_ATOMIC_SCOPES(atomicAdd)
COURSE_CPU_ATOMIC_SCOPES(atomicSub)
COURSE_CPU_ATOMIC_SCOPES(atomicMin)
COURSE_CPU_ATOMIC_SCOPES(atomicMax)
COURSE_CPU_ATOMIC_SCOPES(atomicAnd)
COURSE_CPU_ATOMIC_SCOPES(atomicOr)
COURSE_CPU_ATOMIC_SCOPES(atomicXor)
COURSE_CPU_ATOMIC_SCOPES(atomicExch)
COURSE_CPU_ATOMIC_SCOPES(atomicInc)
COURSE_CPU_ATOMIC_SCOPES(atomicDec)
#undef COURSE_CPU_ATOMIC_SCOPES
template <class Value>
Value atomicCAS_block(Value* address, std::type_identity_t<Value> expected,
                      std::type_identity_t<Value> value) {
  return atomicCAS(address, expected, value);
}
template <class Value>
Value atomicCAS_system(Value* address, std::type_identity_t<Value> expected,
                       std::type_identity_t<Value> value) {
  return atomicCAS(address, expected, value);
}

inline void __threadfence() { course::cpu::memory_fence(course::cpu::FenceScope::device); }
inline void __threadfence_system() { course::cpu::memory_fence(course::cpu::FenceScope::device); }
inline void __threadfence_block() { course::cpu::memory_fence(course::cpu::FenceScope::block); }
