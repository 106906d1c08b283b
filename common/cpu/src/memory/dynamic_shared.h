// The dynamic shared memory of the block that an OS thread runs: it ends at a guard page, or at
// most 15 bytes before it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

namespace course::cpu {

class DynamicSharedMemory {
 public:
  DynamicSharedMemory() = default;
  ~DynamicSharedMemory();
  DynamicSharedMemory(const DynamicSharedMemory&) = delete;
  DynamicSharedMemory& operator=(const DynamicSharedMemory&) = delete;

  // Makes it `bytes` long and returns its start, which is aligned to 16 bytes. Throws
  // std::bad_alloc if the host has no room for it.
  char* resize(std::size_t bytes);
  // Fills it and what lies around it.
  void fill() const;
  // The offset from the start of the first byte around it that changed since fill().
  std::optional<std::ptrdiff_t> changed_fill() const;
  // Whether `address` lies in it or in a guard page beside it.
  bool is_near(const void* address) const;
  // "byte 400 of the block's 400 bytes of dynamic shared memory".
  std::string describe(std::ptrdiff_t offset) const;
  const char* start() const { return start_; }

 private:
  void map();

  char* mapping_ = nullptr;
  std::size_t mapping_bytes_ = 0;
  char* end_ = nullptr;  // where the last guard page begins
  char* start_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace course::cpu
