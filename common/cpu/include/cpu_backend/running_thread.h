// Which GPU thread this OS thread runs right now: the built-in variables of a kernel, and where its
// shared memory lies.
#pragma once
#include <cpu_backend/keywords.h>
#include <cpu_backend/vectors.h>

#include <cstddef>
#include <cstdint>

namespace course::cpu {

class BlockRunner;
class Tracer;

// The only thread-local variable of the backend: everything else that is thread-local in the
// program of a worker counts as shared memory, and is filled with a pattern before every block.
// It begins as zeros, which makes the linker put it behind the program's own variables; the guards
// keep a kernel that leaves its shared array by a little from destroying it or what lies behind.
struct RunningThread {
  char guard_in_front[1024]{};
  uint3 thread_index{};
  uint3 block_index{};
  dim3 block_dim{0, 0, 0};
  dim3 grid_dim{0, 0, 0};
  int linear_index = 0;            // of the thread in its block, x fastest
  BlockRunner* runner = nullptr;   // null in host code
  bool counting = false;           // atomics are counted
  Tracer* tracer = nullptr;        // of memory accesses, while a traced build counts
  std::uint64_t block_serial = 0;  // another one for every block that this OS thread runs
  char* dynamic_shared = nullptr;  // what extern __shared__ arrays start at
  std::size_t dynamic_shared_bytes = 0;
  char* static_shared = nullptr;  // where the __shared__ variables of this OS thread lie
  std::size_t static_shared_bytes = 0;
  char guard_behind[1024]{};
};
extern constinit thread_local RunningThread running;

inline bool is_within(const void* pointer, const char* begin, std::size_t bytes) {
  return static_cast<std::size_t>(static_cast<const char*>(pointer) - begin) < bytes;
}
inline bool is_shared(const void* pointer) {
  return is_within(pointer, running.static_shared, running.static_shared_bytes) ||
         is_within(pointer, running.dynamic_shared, running.dynamic_shared_bytes);
}
inline int lane() { return running.linear_index & 31; }

// Reports that something was used outside a kernel, and ends the program.
[[noreturn]] void outside_kernel(const char* what);

// What `extern __shared__ T name[];` is rewritten to.
template <class Value>
Value* dynamic_shared() {
  if (running.runner == nullptr) outside_kernel("extern __shared__");
  return reinterpret_cast<Value*>(running.dynamic_shared);
}

}  // namespace course::cpu

#define threadIdx (::course::cpu::running.thread_index)
#define blockIdx (::course::cpu::running.block_index)
#define blockDim (::course::cpu::running.block_dim)
#define gridDim (::course::cpu::running.grid_dim)
constexpr int warpSize = 32;
