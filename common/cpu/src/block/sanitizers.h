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

// Functions of its library without a header.
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
void __tsan_java_alloc(unsigned long start, unsigned long bytes);
}
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

#if COURSE_CPU_TSAN
// Does `work` in the name of one of ThreadSanitizer's fibers, which does not run for that.
template <class Work>
void race_in_the_name_of(void* fiber, Work work) {
  void* const running_fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(fiber, __tsan_switch_to_fiber_no_sync);
  work();
  __tsan_switch_to_fiber(running_fiber, __tsan_switch_to_fiber_no_sync);
}
#endif

// What the backend itself does on a GPU thread's behalf while this lives is not the thread's doing.
// Not to be alive while fibers are switched.
class RaceIgnore {
 public:
#if COURSE_CPU_TSAN
  RaceIgnore() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~RaceIgnore() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
#else
  RaceIgnore() {}
#endif
  RaceIgnore(const RaceIgnore&) = delete;
  RaceIgnore& operator=(const RaceIgnore&) = delete;
};

// Makes memory fresh: nobody has accessed it yet.
inline void race_forget([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#if COURSE_CPU_TSAN
  // The entry for managed heaps, in lack of one for memory of any kind.
  const RaceIgnore ignore;
  if (bytes > 0) __tsan_java_alloc(reinterpret_cast<unsigned long>(start), bytes);
#endif
}

// What threads wrote before their fences, for ThreadSanitizer: it knows that as the past of a fiber
// that never runs.
class FencedWrites {
 public:
  // The running thread is at a fence.
  void add() {
#if COURSE_CPU_TSAN
    if (fiber_ == nullptr) fiber_ = __tsan_create_fiber(0);
    race_release(this);
    race_in_the_name_of(fiber_, [this] { race_acquire(this); });
#endif
  }
  // Who acquires `address` from now on comes after those writes.
  void release([[maybe_unused]] void* address) const {
#if COURSE_CPU_TSAN
    if (fiber_ != nullptr) race_in_the_name_of(fiber_, [&] { race_release(address); });
#endif
  }

 private:
#if COURSE_CPU_TSAN
  void* fiber_ = nullptr;  // as long as the program
#endif
};

}  // namespace course::cpu
