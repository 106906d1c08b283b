// Signals that an illegal access raises: in a kernel they end the launch, in host code the program.
#pragma once
#include <signal.h>

namespace course::cpu {

// What the watchdog stops a thread with that never gives way. One of the signals that sanitizers
// deliver at once.
constexpr int stop_signal = SIGSYS;

// Catches them from now on. Called again before every launch, since test frameworks and others put
// their own handlers in place.
void catch_fault_signals();

// A stack for the handler on the calling OS thread: the one it interrupts may be full.
class AlternateSignalStack {
 public:
  AlternateSignalStack();
  ~AlternateSignalStack();
  AlternateSignalStack(const AlternateSignalStack&) = delete;
  AlternateSignalStack& operator=(const AlternateSignalStack&) = delete;

 private:
  char memory_[64 * 1024];
  stack_t previous_{};
};

}  // namespace course::cpu
