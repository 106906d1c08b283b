// Why a launch did not come to its end.
#pragma once
#include <cpu_backend/runtime_types.h>

#include <string>

namespace course::cpu {

struct Failure {
  cudaError_t error = cudaSuccess;
  std::string text;  // what the learner reads
};

// A signal that a kernel caused.
struct Fault {
  int signal = 0;
  const void* address = nullptr;
  const char* verb = "touches";  // or "reads" or "writes", where the processor tells
  bool refused_by_host = false;  // the access is right, but the host would not open the memory
};

// For the running thread of a kernel: gives up its block. `what` says who did what; the kernel's
// name is put in front of it.
[[noreturn]] void fail_block(cudaError_t error, const std::string& what);

}  // namespace course::cpu
