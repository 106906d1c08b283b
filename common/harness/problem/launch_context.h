// What every launch may ask: which grid the command line wants, and what the device can hold.
#pragma once

#include <cstddef>
#include <optional>

#include "common/harness/device/device.h"

namespace course {

// The two numbers of a launch: kernel<<<grid.blocks, grid.threads>>>.
struct Grid {
  unsigned blocks;
  unsigned threads;  // in each block
};

// What --block, --coarsen and --blocks-per-sm, or a sweep, ask for. Empty: the variant chooses.
struct LaunchOptions {
  std::optional<unsigned> threads;                    // in a block
  std::optional<unsigned> coarsening;                 // samples per thread
  std::optional<unsigned> blocks_per_multiprocessor;  // where the grid follows from the device
};

struct LaunchContext {
  LaunchOptions asked;
  const Device& device;

  // The variant's own choice, unless the command line asks for another.
  unsigned threads(unsigned own) const { return asked.threads.value_or(own); }
  unsigned coarsening(unsigned own) const { return asked.coarsening.value_or(own); }

  // A thread for every `each` of the items. One block for no items: an empty grid is no launch.
  Grid grid_for(std::size_t items, unsigned own_threads, std::size_t each = 1) const {
    return {blocks_for(items, each * threads(own_threads)), threads(own_threads)};
  }
  // So many blocks for each multiprocessor, however many items there are.
  Grid per_multiprocessor(unsigned own_blocks, unsigned own_threads) const {
    const unsigned blocks = asked.blocks_per_multiprocessor.value_or(own_blocks);
    return {static_cast<unsigned>(device.multiprocessors) * blocks, threads(own_threads)};
  }
  // As many blocks as can be resident when each has so much shared memory, and not one more.
  Grid resident(unsigned own_threads, std::size_t shared_bytes) const {
    return per_multiprocessor(resident_blocks(device, threads(own_threads), shared_bytes),
                              own_threads);
  }
};

}  // namespace course
