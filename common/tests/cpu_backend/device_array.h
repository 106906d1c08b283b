// Device memory that frees itself, and what tests ask after a kernel.
#pragma once
#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "common/cpu/diagnosis.h"

template <class T>
class DeviceArray {
 public:
  // `count` elements that nobody has written.
  explicit DeviceArray(std::size_t count,
                       course::cpu::SourceLine at = course::cpu::SourceLine::here())
      : count_(count) {
    cudaMalloc(&pointer_, count * sizeof(T), at);
  }
  explicit DeviceArray(const std::vector<T>& values,
                       course::cpu::SourceLine at = course::cpu::SourceLine::here())
      : DeviceArray(values.size(), at) {
    cudaMemcpy(pointer_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~DeviceArray() { cudaFree(pointer_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return pointer_; }
  std::vector<T> to_host() const {
    std::vector<T> values(count_);
    cudaMemcpy(values.data(), pointer_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }

 private:
  T* pointer_ = nullptr;
  std::size_t count_ = 0;
};

// Clears what a failed kernel leaves behind, also when a check fails before.
struct ResetAtEnd {
  ~ResetAtEnd() { cudaDeviceReset(); }
};

// Whether the last diagnosis says `text`.
inline bool diagnosed(const std::string& text) {
  return course::cpu::last_diagnosis().find(text) != std::string::npos;
}

// "file:line", as diagnoses write it; `offset` lines further down.
inline std::string here(int offset = 0,
                        course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return std::string(at.file) + ":" + std::to_string(at.line + offset);
}
