// What AddressSanitizer and ThreadSanitizer must be told about fibers; nothing in a plain build.
#pragma once
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define COURSE_CPU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COURSE_CPU_ASAN 1
#endif
#endif
#ifndef COURSE_CPU_ASAN
#define COURSE_CPU_ASAN 0
#endif
// The backend itself is compiled without -fsanitize=thread, so only the build can tell.
#ifndef COURSE_CPU_TSAN
#define COURSE_CPU_TSAN 0
#endif

#if COURSE_CPU_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if COURSE_CPU_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace course::cpu {

// Makes memory one that AddressSanitizer reports every access to, or usable again.
inline void poison_memory([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#if COURSE_CPU_ASAN
  __asan_poison_memory_region(start, bytes);
#endif
}
inline void unpoison_memory([[maybe_unused]] const void* start,
                            [[maybe_unused]] std::size_t bytes) {
#if COURSE_CPU_ASAN
  __asan_unpoison_memory_region(start, bytes);
#endif
}

// Orders the accesses of GPU threads for ThreadSanitizer: what came before release(x) is visible
// after acquire(x).
inline void race_release([[maybe_unused]] void* object) {
#if COURSE_CPU_TSAN
  __tsan_release(object);
#endif
}
inline void race_acquire([[maybe_unused]] void* object) {
#if COURSE_CPU_TSAN
  __tsan_acquire(object);
#endif
}

}  // namespace course::cpu
