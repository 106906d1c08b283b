// See stack_room.h.
#include "block/stack_room.h"

#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <cstdint>

#include "block/fiber.h"
#include "block/sanitizers.h"
#include "runtime/host.h"

namespace course::cpu {
namespace {

// Device memory and the program itself need some too.
constexpr std::size_t mappings_of_others = 8192;
constexpr std::size_t mappings_of_stack = 2;  // the stack and its guard page
// What a stack takes of memory: kernels use a few pages of it.
constexpr std::size_t used_stack_bytes = 16 * 1024;
// ThreadSanitizer numbers its threads up to 8,191, and some are not stacks.
constexpr std::size_t most_race_fibers = 7000;

std::size_t os_stack_bytes() {
  pthread_attr_t usual;
  std::size_t bytes = 0;
  pthread_attr_init(&usual);
  pthread_attr_getstacksize(&usual, &bytes);
  pthread_attr_destroy(&usual);
  return bytes;
}

}  // namespace

StackRoom::StackRoom()
    : mappings_(most_mappings() - std::min(most_mappings(), mappings() + mappings_of_others)),
      address_bytes_(free_address_bytes()),
      memory_bytes_(free_host_memory_bytes() / 4),
      worker_bytes_(os_stack_bytes() + 1024 * 1024) {
  if (address_bytes_ == SIZE_MAX) return;
  address_bytes_ = address_bytes_ / 4 * 3;
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);  // else malloc takes 64 MiB of address space for each OS thread
#endif
}

bool StackRoom::holds(std::size_t workers, std::size_t stacks) const {
  if (COURSE_CPU_TSAN && stacks > most_race_fibers) return false;
  return stacks * mappings_of_stack <= mappings_ && stacks * used_stack_bytes <= memory_bytes_ &&
         workers * worker_bytes_ + stacks * Fiber::mapping_bytes() <= address_bytes_;
}

int StackRoom::workers_for(int wanted, int threads) const {
  int workers = wanted;
  const auto fits = [&] {
    const auto count = static_cast<std::size_t>(workers);
    return holds(count, count * static_cast<std::size_t>(threads));
  };
  while (workers > 1 && !fits()) --workers;
  return workers;
}

}  // namespace course::cpu
