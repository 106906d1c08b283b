// What every launch may ask: which grid the command line wants, and what the device can hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "common/harness/device/device.h"

namespace course {

// The two numbers of a launch: kernel<<<grid.blocks, grid.threads>>>.
struct Grid {
  unsigned blocks;
  unsigned threads;  // in each block
};

// What --block, --coarsen, --blocks-per-sm and --copies, or a sweep, ask for. Empty: the variant
// chooses.
struct LaunchOptions {
  std::optional<unsigned> threads;                    // in a block
  std::optional<unsigned> coarsening;                 // samples per thread
  std::optional<unsigned> blocks_per_multiprocessor;  // where the grid follows from the device
  std::optional<unsigned> copies = {};                // of the bins, in global memory
};

// Every block zeroes its counters and commits them. Blocks in number of the square root of n share
// the samples of n well: twice as many would count in half the time and commit in twice the time.
// The factor is measured with 256 bins on an H200.
inline unsigned blocks_worth_their_commit(std::size_t n) {
  return std::max(1u, static_cast<unsigned>(std::sqrt(static_cast<double>(n)) / 16));
}

struct LaunchContext {
  LaunchOptions asked;
  const Device& device;

  // What the command line asks for, or else the variant's own choice.
  unsigned threads(unsigned choice) const { return asked.threads.value_or(choice); }
  unsigned coarsening(unsigned choice) const { return asked.coarsening.value_or(choice); }
  unsigned copies(unsigned choice) const { return asked.copies.value_or(choice); }

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
  // As many blocks as the device holds at the same time when each has so much shared memory, and
  // not more than n items are worth; --blocks-per-sm asks for another number.
  Grid resident(unsigned block_size, std::size_t shared_bytes, std::size_t n) const {
    return worth(n, per_multiprocessor(resident_blocks(device, threads(block_size), shared_bytes),
                                       block_size));
  }
  // The same with one block on each multiprocessor, in rows of so many blocks: the number of rows.
  Grid rows_of(unsigned columns, unsigned block_size, std::size_t n) const {
    const Grid grid = worth(n, per_multiprocessor(1, block_size));
    return {std::max(1u, grid.blocks / columns), grid.threads};
  }

 private:
  Grid worth(std::size_t n, Grid grid) const {
    if (!asked.blocks_per_multiprocessor) {
      grid.blocks = std::min(grid.blocks, blocks_worth_their_commit(n));
    }
    return grid;
  }
};

}  // namespace course
