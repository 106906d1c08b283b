// What is written down of a GPU thread's way through a kernel.
#pragma once
#include <cstdint>

#include "common/cpu/memory_counts.h"

namespace course::cpu {

enum class EventKind : unsigned char { step, load, store, atomic };  // step: a basic block begins

inline MemoryAccess access_of(EventKind kind) {
  return kind == EventKind::load    ? MemoryAccess::load
         : kind == EventKind::store ? MemoryAccess::store
                                    : MemoryAccess::atomic;
}

// As a number it orders the lanes of a warp: those go on first whose number is lowest, which is the
// deepest call, then the lowest address of code.
struct TraceEvent {
  std::uint64_t kind : 2;
  std::uint64_t in_pieces : 1;  // the type is less aligned than it is wide
  std::uint64_t bytes : 13;     // of an access
  std::uint64_t pc : 32;        // in the program's file, from its start
  std::uint64_t depth_left : 16;
};
static_assert(sizeof(TraceEvent) == 8);

}  // namespace course::cpu
