// See fiber.h. A switch by _setjmp and _longjmp takes about 10 ns, one by swapcontext, which makes
// two system calls, about 200 ns. The sanitizers watch longjmp, so they get swapcontext.
#include "block/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

#include "block/sanitizers.h"
#include "memory/device_memory.h"

namespace course::cpu {
namespace {

constexpr bool sanitized = COURSE_CPU_ASAN || COURSE_CPU_TSAN;
constexpr std::size_t stack_bytes = sanitized ? 512 * 1024 : 128 * 1024;

}  // namespace

std::size_t Fiber::mapping_bytes() { return page_bytes() + stack_bytes; }

Fiber::Fiber(void (*entry)(void*), void* argument, int number)
    : entry_(entry), argument_(argument) {
  void* mapping = mmap(nullptr, mapping_bytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(mapping, page_bytes(), PROT_NONE) != 0) {
    munmap(mapping, mapping_bytes());
    throw std::bad_alloc();
  }
  mapping_ = static_cast<char*>(mapping);
  stack_ = mapping_ + page_bytes();
  // With all stacks ending at the same offset in a page their hot lines would share one cache set.
  const std::size_t shift = static_cast<std::size_t>(number) * 448 % 16384 / 64 * 64;
  stack_bytes_ = sanitized ? stack_bytes : stack_bytes - shift;
  restart();
}

Fiber::~Fiber() {
  if (mapping_ == nullptr) return;
#if COURSE_CPU_TSAN
  __tsan_destroy_fiber(race_fiber_);
#endif
  munmap(mapping_, mapping_bytes());
}

void Fiber::restart() {
#if COURSE_CPU_ASAN
  __asan_unpoison_memory_region(stack_, stack_bytes_);
#endif
#if COURSE_CPU_TSAN
  if (race_fiber_ != nullptr) __tsan_destroy_fiber(race_fiber_);
  race_fiber_ = __tsan_create_fiber(0);
#endif
  getcontext(&context_);
  context_.uc_stack.ss_sp = stack_;
  context_.uc_stack.ss_size = stack_bytes_;
  context_.uc_link = nullptr;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&context_, reinterpret_cast<void (*)()>(&Fiber::begin), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
  // Not needed any more; AddressSanitizer would forget all it knows of the stack at every switch.
  context_.uc_stack.ss_size = 0;
  started_ = false;
  fake_stack_ = nullptr;
}

// makecontext hands over nothing larger than an int.
void Fiber::begin(unsigned high, unsigned low) {
  const auto self = reinterpret_cast<const Fiber*>(static_cast<std::uintptr_t>(high) << 32 | low);
  self->entry_(self->argument_);
}

void Fiber::set_name([[maybe_unused]] const std::string& name) {
#if COURSE_CPU_TSAN
  __tsan_set_fiber_name(race_fiber_, name.c_str());
#endif
}

void Fiber::adopt_current_stack() {
#if COURSE_CPU_TSAN
  race_fiber_ = __tsan_get_current_fiber();
#endif
}

bool Fiber::is_stack_overflow(const void* address) const {
  const char* byte = static_cast<const char*>(address);
  return mapping_ != nullptr && byte >= mapping_ && byte < mapping_ + page_bytes();
}

void Fiber::announce_switch([[maybe_unused]] void** fake_stack) const {
#if COURSE_CPU_ASAN
  __sanitizer_start_switch_fiber(fake_stack, stack_, stack_bytes_);
#endif
#if COURSE_CPU_TSAN
  __tsan_switch_to_fiber(race_fiber_, __tsan_switch_to_fiber_no_sync);
#endif
}

void Fiber::switch_to(Fiber& from, Fiber& to) {
  to.announce_switch(&from.fake_stack_);
  if constexpr (sanitized) {
    swapcontext(&from.context_, &to.context_);
  } else if (_setjmp(from.jump_) == 0) {
    if (to.started_) _longjmp(to.jump_, 1);
    to.started_ = true;
    setcontext(&to.context_);
  }
#if COURSE_CPU_ASAN
  __sanitizer_finish_switch_fiber(from.fake_stack_, nullptr, nullptr);
#endif
}

void Fiber::abandon_for(Fiber& to) {
  to.announce_switch(nullptr);
  if constexpr (sanitized) setcontext(&to.context_);
  _longjmp(to.jump_, 1);
}

void Fiber::entered([[maybe_unused]] Fiber& root) {
#if COURSE_CPU_ASAN
  // The first fiber is started from the root, whose stack only the sanitizer knows.
  const void* previous = nullptr;
  std::size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &previous, &bytes);
  if (root.stack_ == nullptr) {
    root.stack_ = static_cast<char*>(const_cast<void*>(previous));
    root.stack_bytes_ = bytes;
  }
#endif
}

}  // namespace course::cpu
