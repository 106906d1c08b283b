// Counts what the warps of a worker's blocks ask of memory. In a traced build the compiler calls
// compiler_hooks.cpp at each basic block and each access of a kernel; a warp is looked at when all
// of its lanes have come to a barrier of the block or to their end.
#pragma once
#include <cpu_backend/launch.h>
#include <cpu_backend/shared_variable.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tracing/lane_path.h"

namespace course::cpu {

// Set before main by compiler_hooks.cpp, which is part of the programs whose kernels are compiled
// for tracing.
extern bool program_is_traced;

// What one instruction does to one memory, with one width.
struct Instruction {
  std::uint32_t pc;  // in the program's file
  MemorySpace space;
  MemoryAccess access;
  unsigned char bytes_of_lane;
  bool operator==(const Instruction&) const = default;
};
struct InstructionHash {
  std::size_t operator()(const Instruction& key) const {
    const auto kind =
        static_cast<std::size_t>(key.space) * 3 + static_cast<std::size_t>(key.access);
    return (std::size_t{key.pc} << 8 | kind << 5 | key.bytes_of_lane) * 0x9E3779B97F4A7C15u;
  }
};
using InstructionCounts = std::unordered_map<Instruction, AccessCounts, InstructionHash>;

class Tracer {
 public:
  void begin_launch(int threads);
  // Forgets as well what no warp of a block before has come to the end of.
  void begin_block();
  // The running thread is at a barrier of the block, or at its end.
  void arrive();
  void add_shared_variable(const SharedView& view) { shared_variables_.push_back(view); }
  // Adds what was counted to the launches of this kernel, and begins anew.
  void hand_in(const Kernel& kernel, const LaunchConfiguration& configuration);

  // For the running thread; the rest as in LanePath::add.
  void record(EventKind kind, const void* address, unsigned long bytes, bool in_pieces,
              const void* pc, const void* frame);

 private:
  // A variable or an allocation.
  struct Range {
    std::uint64_t begin = 0, end = 0;
    MemorySpace space{};
    bool contains(std::uint64_t address) const { return address - begin < end - begin; }
  };

  bool may_be_on_device(const void* address) const;
  void look_at_warp(std::size_t warp);
  void count(TraceEvent event, const std::uint64_t* addresses, unsigned mask);
  void count_part(TraceEvent event, const std::uint64_t* addresses, unsigned mask, unsigned offset,
                  unsigned width);
  bool find_range(std::uint64_t address);
  bool find_shared(const char* address, Range* range) const;

  std::vector<LanePath> lanes_;
  std::vector<unsigned> arrived_;  // lanes of every warp
  std::vector<SharedView> shared_variables_;
  const char* device_begin_ = nullptr;
  std::size_t device_bytes_ = 0;
  Range range_;  // found last
  InstructionCounts counts_;
  Instruction last_{};
  AccessCounts* last_counts_ = nullptr;
  bool is_incomplete_ = false;
};

}  // namespace course::cpu
