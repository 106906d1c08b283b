// See fault_signals.h.
#include "memory/fault_signals.h"

#include <cpu_backend/running_thread.h>
#include <ucontext.h>

#include "block/block_runner.h"
#include "memory/device_memory.h"
#include "runtime/errors.h"

namespace course::cpu {
namespace {

constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, stop_signal};

const char* verb_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  // Bit 1 of the page fault's error code says that it was a write.
  const auto* machine = &static_cast<const ucontext_t*>(context)->uc_mcontext;
  return (machine->gregs[REG_ERR] & 2) != 0 ? "writes" : "reads";
#else
  return "touches";
#endif
}

void handle(int signal, siginfo_t* info, void* context) {
  if (signal == stop_signal && info->si_code == SI_TKILL) {
    if (running.runner != nullptr && running.runner->progress().must_stop()) {
      running.runner->abandon_block(Fault{signal, nullptr, ""});
    }
    return;
  }
  if (running.runner != nullptr) {
    const bool memory = signal == SIGSEGV || signal == SIGBUS;
    Fault fault{signal, info->si_addr, verb_of(context)};
    if (memory) {
      using Opening = DeviceMemory::Opening;
      const Opening opening = DeviceMemory::instance().open_to_kernel(info->si_addr);
      if (opening == Opening::opened) return;
      fault.refused_by_host = opening == Opening::refused_by_host;
    }
    running.runner->abandon_block(fault);
  }
  if (signal == SIGSEGV || signal == SIGBUS) {
    const auto& memory = DeviceMemory::instance();
    const Allocation* allocation = memory.find_neighbour(info->si_addr);
    if (allocation == nullptr) allocation = memory.find_freed(info->si_addr);
    if (allocation != nullptr) {
      const auto offset = static_cast<const char*>(info->si_addr) - allocation->base;
      report_and_exit(std::string("host code ") + verb_of(context) + " " +
                      allocation->describe(offset) +
                      (allocation->managed ? ": outside of memory that it may use"
                                           : ": device memory is for kernels and cudaMemcpy"));
    }
  }
  // Not ours: let it happen again with its usual effect.
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
}

}  // namespace

void catch_fault_signals() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  // The handler leaves by a jump, so the signal must not stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : fault_signals) sigaction(signal, &action, nullptr);
}

AlternateSignalStack::AlternateSignalStack() {
  stack_t stack{};
  stack.ss_sp = memory_;
  stack.ss_size = sizeof memory_;
  sigaltstack(&stack, &previous_);
}

AlternateSignalStack::~AlternateSignalStack() { sigaltstack(&previous_, nullptr); }

}  // namespace course::cpu
