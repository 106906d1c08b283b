// A block's shared memory: its content at the start, and whether a thread wrote beside it; see
// block_runner.h.
#include <cpu_backend/shared_variable.h>

#include <cstring>

#include "block/block_runner.h"
#include "block/sanitizers.h"
#include "runtime/errors.h"

namespace course::cpu {

// The values that a block's shared memory starts with are as arbitrary as on a GPU, but not zero.
void BlockRunner::begin_shared_memory() {
  end_shared_memory();
  ++running.block_serial;
  const RaceIgnore ignore;
  dynamic_shared_.fill();
  race_forget(running.dynamic_shared, running.dynamic_shared_bytes);
#if defined(__clang__) && (COURSE_CPU_ASAN || COURSE_CPU_TSAN)
  // There the sanitizer keeps its own variables among the thread-local ones.
#else
  // Those that the rewriting left as they were; the others are filled again when a thread comes to
  // their declaration.
  char* own = reinterpret_cast<char*>(&running);
  char* behind_own = own + sizeof running;
  char* end = running.static_shared + running.static_shared_bytes;
  std::memset(running.static_shared, fresh_pattern,
              static_cast<std::size_t>(own - running.static_shared));
  std::memset(behind_own, fresh_pattern, static_cast<std::size_t>(end - behind_own));
  race_forget(running.static_shared, running.static_shared_bytes);
#endif
}

void BlockRunner::end_shared_memory() {
  for (const SharedView& view : shared_variables_) {
    unpoison_memory(view.front_guard, view.front_bytes);
    unpoison_memory(view.rear_guard, view.rear_bytes);
  }
  shared_variables_.clear();
}

void BlockRunner::add_shared_variable(const SharedView& view) {
  std::size_t bytes = view.bytes;
  for (const SharedView& other : shared_variables_) bytes += other.bytes;
  if (bytes > most_static_shared_bytes) {
    abandon_block(cudaErrorLaunchOutOfResources,
                  "with " + std::string(view.name) + " of " + text_of(view.at) +
                      " the __shared__ variables of the kernel have " + std::to_string(bytes) +
                      " bytes; nvcc refuses more than " + std::to_string(most_static_shared_bytes) +
                      " (48 KiB), and an extern __shared__ array may have more");
  }
  const RaceIgnore ignore;
  shared_variables_.push_back(view);
  if (running.tracer != nullptr) tracer_.add_shared_variable(view);
  std::memset(view.front_guard, fresh_pattern, view.front_bytes);
  std::memset(view.value, fresh_pattern, view.bytes);
  std::memset(view.rear_guard, fresh_pattern, view.rear_bytes);
  poison_memory(view.front_guard, view.front_bytes);
  poison_memory(view.rear_guard, view.rear_bytes);
}

// What lies beside shared memory and has changed, as a text; empty if nothing did.
std::string BlockRunner::shared_memory_damage() const {
  if (const auto offset = dynamic_shared_.changed_fill()) return dynamic_shared_.describe(*offset);
  if (COURSE_CPU_ASAN) return "";
  for (const SharedView& view : shared_variables_) {
    auto offset = first_changed(view.rear_guard, view.rear_guard + view.rear_bytes);
    if (offset) {
      *offset += static_cast<std::ptrdiff_t>(view.bytes);
    } else {
      offset = first_changed(view.front_guard, view.front_guard + view.front_bytes);
      if (!offset) continue;
      *offset -= static_cast<std::ptrdiff_t>(view.front_bytes);
    }
    return "byte " + std::to_string(*offset) + " of the " + std::to_string(view.bytes) +
           " bytes of the __shared__ variable " + view.name + " of " + text_of(view.at);
  }
  return "";
}

void begin_shared_variable(const SharedView& view, std::uint64_t* block_serial) {
  if (running.runner == nullptr) outside_kernel("a __shared__ variable");
  running.runner->add_shared_variable(view);
  *block_serial = running.block_serial;
}

}  // namespace course::cpu
