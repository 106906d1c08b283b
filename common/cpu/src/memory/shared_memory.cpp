// See shared_memory.h.
#include "memory/shared_memory.h"

#include <link.h>

#include <cstring>

#include "block/block_runner.h"
#include "block/sanitizers.h"
#include "runtime/errors.h"

namespace course::cpu {

// The __shared__ variables are this OS thread's copies of the program's thread-local variables.
// They are one range of bytes, addressed from its start: from &running no byte beyond that variable
// may be reached, as the checks of _FORTIFY_SOURCE know.
SharedMemory::SharedMemory() {
  const auto look = [](dl_phdr_info* object, std::size_t, void*) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      if (object->dlpi_phdr[i].p_type != PT_TLS) continue;
      running.static_shared = static_cast<char*>(object->dlpi_tls_data);
      running.static_shared_bytes = object->dlpi_phdr[i].p_memsz;
    }
    return 1;  // the first object is the program itself: look no further
  };
  dl_iterate_phdr(look, nullptr);
  own_begin_ = static_cast<std::size_t>(reinterpret_cast<char*>(&running) - running.static_shared);
  own_end_ = own_begin_ + sizeof running;
}

void SharedMemory::begin_launch(std::size_t dynamic_bytes) {
  running.dynamic_shared = dynamic_.resize(dynamic_bytes);
  running.dynamic_shared_bytes = dynamic_bytes;
}

// The values that a block's shared memory starts with are as arbitrary as on a GPU, but not zero.
void SharedMemory::begin_block() {
  forget_variables();
  ++running.block_serial;
  const RaceIgnore ignore;
  dynamic_.fill();
  race_forget(running.dynamic_shared, running.dynamic_shared_bytes);
#if defined(__clang__) && (COURSE_CPU_ASAN || COURSE_CPU_TSAN)
  // There the sanitizer keeps its own variables among the thread-local ones.
#else
  // Those that the rewriting left as they were; the others are filled again when a thread comes to
  // their declaration.
  std::memset(running.static_shared, fresh_pattern, own_begin_);
  std::memset(running.static_shared + own_end_, fresh_pattern,
              running.static_shared_bytes - own_end_);
  race_forget(running.static_shared, running.static_shared_bytes);
#endif
}

void SharedMemory::forget_variables() {
  for (const SharedView& view : variables_) {
    unpoison_memory(view.front_guard, view.front_bytes);
    unpoison_memory(view.rear_guard, view.rear_bytes);
  }
  variables_.clear();
}

void SharedMemory::add_variable(const SharedView& view) {
  std::size_t bytes = view.bytes;
  for (const SharedView& other : variables_) bytes += other.bytes;
  if (bytes > most_static_shared_bytes) {
    fail_block(cudaErrorLaunchOutOfResources,
               "with " + std::string(view.name) + " of " + text_of(view.at) +
                   " the __shared__ variables of the kernel have " + std::to_string(bytes) +
                   " bytes; nvcc refuses more than " + std::to_string(most_static_shared_bytes) +
                   " (48 KiB), and an extern __shared__ array may have more");
  }
  const RaceIgnore ignore;
  variables_.push_back(view);
  if (running.tracer != nullptr) running.tracer->add_shared_variable(view);
  std::memset(view.front_guard, fresh_pattern, view.front_bytes);
  std::memset(view.value, fresh_pattern, view.bytes);
  std::memset(view.rear_guard, fresh_pattern, view.rear_bytes);
  poison_memory(view.front_guard, view.front_bytes);
  poison_memory(view.rear_guard, view.rear_bytes);
}

std::string SharedMemory::damage() const {
  if (const auto offset = dynamic_.changed_fill()) return dynamic_.describe(*offset);
  if (COURSE_CPU_ASAN) return "";
  for (const SharedView& view : variables_) {
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
  running.runner->shared_memory().add_variable(view);
  *block_serial = running.block_serial;
}

}  // namespace course::cpu
