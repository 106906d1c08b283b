// Groups of whole blocks: thread_block, grid_group, and thread_group, which may be any group of one
// block.
#pragma once
#include <cpu_backend/groups_of_lanes.h>
#include <cpu_backend/not_here.h>

namespace cooperative_groups {

class thread_block {
 public:
  using Line = course::cpu::SourceLine;

  static void sync(Line at = Line::here()) { __syncthreads(at); }
  static unsigned thread_rank() { return static_cast<unsigned>(course::cpu::running.linear_index); }
  static unsigned num_threads() {
    const dim3 block = course::cpu::running.block_dim;
    return block.x * block.y * block.z;
  }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return course::cpu::running.block_index; }
  static dim3 thread_index() { return course::cpu::running.thread_index; }
  static dim3 dim_threads() { return course::cpu::running.block_dim; }
  static dim3 group_dim() { return course::cpu::running.block_dim; }
};
inline thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  // Blocks run one after another here.
  static bool is_valid() { return false; }
  void sync(course::cpu::SourceLine at = course::cpu::SourceLine::here()) const {
    course::cpu::no_grid_sync(at);
  }
  static dim3 dim_blocks() { return course::cpu::running.grid_dim; }
  static dim3 group_dim() { return dim_blocks(); }
  static dim3 block_index() { return course::cpu::running.block_index; }
  static unsigned long long num_blocks() {
    const dim3 grid = dim_blocks();
    return static_cast<unsigned long long>(grid.x) * grid.y * grid.z;
  }
  static unsigned long long block_rank() {
    const dim3 grid = dim_blocks();
    const dim3 index = block_index();
    return (static_cast<unsigned long long>(index.z) * grid.y + index.y) * grid.x + index.x;
  }
  static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
};
inline grid_group this_grid() { return {}; }

// For functions that take any group: converts from all of them.
class thread_group {
 public:
  using Line = course::cpu::SourceLine;

  thread_group(thread_block) {}
  thread_group(const course::cpu::LaneGroup& lanes) : is_block_(false), lanes_(lanes) {}

  void sync(Line at = Line::here()) const { is_block_ ? thread_block::sync(at) : lanes_.sync(at); }
  unsigned thread_rank() const {
    return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank();
  }
  unsigned num_threads() const { return is_block_ ? thread_block::num_threads() : lanes_.size(); }
  unsigned size() const { return num_threads(); }
  bool is_block() const { return is_block_; }
  const course::cpu::LaneGroup& lanes() const { return lanes_; }

 private:
  bool is_block_ = true;
  course::cpu::LaneGroup lanes_{0};
};

template <class Group>
void sync(const Group& group, course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  group.sync(at);
}
template <class Group>
unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
unsigned group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups
