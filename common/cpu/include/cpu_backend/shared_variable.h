// What `__shared__ T name[N];` inside a kernel is rewritten to: the variable between guards, and
// the knowledge which variables a block uses.
#pragma once
#include <cpu_backend/running_thread.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace course::cpu {

// Of all __shared__ variables of a kernel; nvcc refuses more, on every GPU.
constexpr std::size_t most_static_shared_bytes = 48 * 1024;

struct SharedView {
  char* value;
  std::size_t bytes;
  char* front_guard;  // ends where the value begins
  std::size_t front_bytes;
  char* rear_guard;  // begins where the value ends
  std::size_t rear_bytes;
  const char* name;
  SourceLine at;
};

// Tells the block that it has this variable from now on, and fills it like all fresh memory.
void begin_shared_variable(const SharedView& view, std::uint64_t* block_serial);

template <class Value>
class Shared {
 public:
  static_assert(
      sizeof(Value) <= most_static_shared_bytes,
      "the __shared__ variables of a kernel have at most 48 KiB; an extern __shared__ array "
      "may have more, after cudaFuncSetAttribute");

  // For the first thread of a block that comes here the variable begins to exist.
  Value& begin(const char* name, SourceLine at = SourceLine::here()) {
    if (block_serial_ != running.block_serial) {
      begin_shared_variable(
          {reinterpret_cast<char*>(const_cast<std::remove_cv_t<Value>*>(&value_)), sizeof value_,
           front_guard_, sizeof front_guard_, rear_guard_, sizeof rear_guard_, name, at},
          &block_serial_);
    }
    return value_;
  }

 private:
  static constexpr std::size_t guard_bytes = 64;

  // No initializers: a thread_local variable without any needs no code at its declaration.
  std::uint64_t block_serial_;
  // The odd length puts the value at an address of no greater alignment than its type asks for, so
  // that a wider access to it is noticed: on a GPU it may lie at any such address too.
  alignas(16) char front_guard_[guard_bytes + alignof(Value) % 16];
  Value value_;
  char rear_guard_[guard_bytes];
};

}  // namespace course::cpu
