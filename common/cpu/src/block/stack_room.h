// How many stacks the host has room for. A block whose threads wait for each other needs one for
// each of them; with many workers that is more than a process may map, or than `ulimit -v` leaves.
#pragma once
#include <cstddef>

namespace course::cpu {

class StackRoom {
 public:
  // The room that there is now, when there are neither workers nor stacks.
  StackRoom();

  // Whether it is enough for so many workers and for so many stacks of GPU threads, of all workers.
  bool holds(std::size_t workers, std::size_t stacks) const;
  // How many workers, of `wanted`, there is room for if each block has `threads` threads. At least
  // one, which may find that there is not enough.
  int workers_for(int wanted, int threads) const;

 private:
  std::size_t mappings_;
  std::size_t address_bytes_;
  std::size_t memory_bytes_;
  std::size_t worker_bytes_;  // of address space
};

}  // namespace course::cpu
