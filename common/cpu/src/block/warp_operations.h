// Shuffles, votes, matches and reductions. The lanes that a mask names meet here, whatever the
// other lanes of the warp do, so a warp may have several operations with different masks in flight.
#pragma once
#include <cpu_backend/collectives.h>

#include <cstdint>
#include <vector>

#include "block/scheduler.h"

namespace course::cpu {

class WarpOperations {
 public:
  explicit WarpOperations(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin_launch();
  void begin_block();
  // Forgets operations that will never be finished.
  void reset();
  // The running thread comes to an operation and leaves with its result when the other lanes have
  // come too. See collectives.h.
  std::uint64_t arrive(WarpOperation operation, unsigned mask, std::uint64_t value, int source_lane,
                       SourceLine at);
  // The running thread has left the kernel: its warp no longer waits for it, as on a GPU.
  void leave();

 private:
  // An operation that some of its lanes have not reached yet.
  struct Pending {
    WarpOperation operation{};
    unsigned mask = 0;
    unsigned arrived = 0;
    SourceLine at;
    std::uint64_t values[32]{};
    int source_lanes[32]{};
  };

  unsigned existing_lanes(int first_thread) const;
  bool is_complete(const Pending& pending, int warp) const;
  Pending& find_or_add(int warp, unsigned mask);
  std::uint64_t finish(Pending& pending, int first_thread);

  Scheduler& scheduler_;
  std::vector<std::vector<Pending>> pending_;  // of every warp
  std::vector<unsigned> left_;                 // the lanes of every warp that left the kernel
};

}  // namespace course::cpu
