// The shared memory of the block that an OS thread runs: its content at the start, and whether a
// thread wrote beside it.
#pragma once
#include <cpu_backend/shared_variable.h>

#include <cstddef>
#include <string>
#include <vector>

#include "memory/dynamic_shared.h"

namespace course::cpu {

class SharedMemory {
 public:
  // To be made on the OS thread that is to run the blocks.
  SharedMemory();

  void begin_launch(std::size_t dynamic_bytes);
  void begin_block();
  // The running thread is the first of its block that comes to the variable's declaration.
  void add_variable(const SharedView& view);
  // What lies beside shared memory and has changed, as a text; empty if nothing did.
  std::string damage() const;
  const DynamicSharedMemory& dynamic() const { return dynamic_; }

 private:
  void forget_variables();

  DynamicSharedMemory dynamic_;
  // Where the backend's own variable lies among the thread-local ones.
  std::size_t own_begin_ = 0;
  std::size_t own_end_ = 0;
  std::vector<SharedView> variables_;  // that the block has used so far
};

}  // namespace course::cpu
