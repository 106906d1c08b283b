// The error types of the harness, and the one macro of the course: CUDA_CHECK.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

#include "common/harness/device/architecture.h"
#include "common/row/usage_error.h"

namespace course {

// A CUDA call or launch that failed. what() names the call, the error, the file and the line.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

// A request that cannot be served on this device or with these sizes. The message names the limit.
// Thrown from a launch, it makes the harness print the reason and go on with the next variant.
class NotApplicable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The host has too little memory, address space or OS threads for this run. That is nobody's wrong
// result: one line on stderr, exit status 2.
class HostTooSmall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void check_cuda(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  throw CudaError(code, std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
                            cudaGetErrorName(code) + " (" + cudaGetErrorString(code) + ")" +
                            architecture_hint(code));
}

}  // namespace course

// Every CUDA call of the course goes through this. It is a macro because it names the caller's
// line.
#define CUDA_CHECK(call) ::course::check_cuda((call), #call, __FILE__, __LINE__)
