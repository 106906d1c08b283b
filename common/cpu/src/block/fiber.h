// Fibers: stacks of their own that take turns on one OS thread. A GPU thread that has to wait keeps
// its fiber; the next one runs on another.
#pragma once
#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <string>

namespace course::cpu {

class Fiber {
 public:
  // The fiber of the OS thread's own stack.
  Fiber() = default;
  // A fiber that calls entry(argument) when it is switched to for the first time. entry must not
  // return. `number` spreads the stacks over the cache. Throws std::bad_alloc if the host has no
  // room for a stack.
  Fiber(void (*entry)(void*), void* argument, int number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Of a stack and its guard page.
  static std::size_t mapping_bytes();

  // Makes the fiber start anew at its entry, whatever it did before.
  void restart();
  // The name that ThreadSanitizer gives it in reports.
  void set_name(const std::string& name);
  // What ThreadSanitizer knows it as.
  void* race_fiber() const { return race_fiber_; }
  // Tells the sanitizers that this OS thread's own stack is where we are.
  void adopt_current_stack();
  // Whether `address` lies in the guard page below the stack.
  bool is_stack_overflow(const void* address) const;

  // Leaves `from`, which is the running one, and continues `to`; returns when somebody switches
  // back to `from`.
  static void switch_to(Fiber& from, Fiber& to);
  // Continues `to` and forgets the running fiber; may be called from a signal handler.
  [[noreturn]] static void abandon_for(Fiber& to);
  // Must be the first thing that an entry function calls. `root` is where it was started from.
  static void entered(Fiber& root);

 private:
  static void begin(unsigned high, unsigned low);
  void announce_switch(void** fake_stack) const;

  void (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
  char* mapping_ = nullptr;  // a guard page, then the stack
  char* stack_ = nullptr;
  std::size_t stack_bytes_ = 0;
  bool started_ = true;
  jmp_buf jump_{};
  ucontext_t context_{};
  void* fake_stack_ = nullptr;  // AddressSanitizer's
  void* race_fiber_ = nullptr;  // ThreadSanitizer's
};

}  // namespace course::cpu
