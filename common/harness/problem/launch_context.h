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

  // What the command line asks for, or else the variant's own choice.
  unsigned threads(unsigned choice) const { return asked.threads.value_or(choice); }
  unsigned coarsening(unsigned choice) const { return asked.coarsening.value_or(choice); }

  // Blocks of `block_size` threads (or as asked), with a thread for each item, or for every so many
  // of them. One block for no items: an empty grid is no launch.
  Grid grid_for(std::size_t items, unsigned block_size, std::size_t items_per_thread = 1) const {
    const unsigned threads_per_block = threads(block_size);
    return {blocks_for(items, items_per_thread * threads_per_block), threads_per_block};
  }
  // So many blocks for each multiprocessor (or as asked), however many items there are.
  Grid per_multiprocessor(unsigned blocks, unsigned block_size) const {
    const unsigned asked_blocks = asked.blocks_per_multiprocessor.value_or(blocks);
    return {static_cast<unsigned>(device.multiprocessors) * asked_blocks, threads(block_size)};
  }
  // As many blocks as the device holds at the same time when each has so much shared memory, unless
  // --blocks-per-sm asks for another number.
  Grid resident(unsigned block_size, std::size_t shared_bytes) const {
    return per_multiprocessor(resident_blocks(device, threads(block_size), shared_bytes),
                              block_size);
  }
};

}  // namespace course
