# Mutants of chapters 06 and 07; see AddMutant.cmake.

add_mutant(06_reads_past_the_end
  LESSON 06_coarsening
  FIND "i < first + run && i < n; ++i" REPLACE "i < first + run; ++i"
  MISTAKE "a thread's run of neighbours reaches over the end of the samples"
  CAUGHT_BY bounds
  RUN --check --variant contiguous
  MESSAGE "kernel histogram_contiguous launched at [^ ]*coarsening.cu:[0-9]+: thread [^ ]+ of block [^ ]+ reads byte [0-9]+ of the allocation")
add_mutant(06_runs_overlap
  LESSON 06_coarsening
  FIND "threadIdx.x) * run;" REPLACE "threadIdx.x) * (run - 1);"
  MISTAKE "the runs of two threads overlap"
  CAUGHT_BY verification
  RUN --check --variant contiguous
  MESSAGE "bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(06_no_stride
  LESSON 06_coarsening
  FIND "i < n; i += threads" REPLACE "i < n; i += 0 * threads"
  MISTAKE "a grid-stride loop that never moves on"
  CAUGHT_BY watchdog
  RUN --n 100 --variant interleaved
  MESSAGE "kernel histogram_interleaved launched at [^ ]*coarsening.cu:[0-9]+: thread [^ ]+ of block [^ ]+ was running when 2 seconds")
add_mutant(06_counts_in_16_bits
  LESSON 06_coarsening
  FIND "atomicAdd(&counts[bin], counters[bin]);"
  REPLACE "atomicAdd(&counts[bin], counters[bin] & 0xFFFFu);"
  MISTAKE "a block's counters have 16 bits"
  CAUGHT_BY verification
  RUN --check --variant contiguous
  MESSAGE "contiguous: n 300001[^\n]*bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(06_same_pack_again
  LESSON 06_coarsening
  FIND "pack[load] = packs[i + load * threads];" REPLACE "pack[load] = packs[i];"
  MISTAKE "four loads in flight, all of the same pack: wrong only where the main loop is reached"
  CAUGHT_BY verification
  RUN --check --variant in_flight
  MESSAGE "in_flight: [^\n]*bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(06_range_too_short
  LESSON 06_coarsening
  FIND "(blockIdx.x + 1) / gridDim.x - first;" REPLACE "(blockIdx.x + 1) / gridDim.x - first - (blockIdx.x == 0);"
  MISTAKE "the last bin of a range is counted as outside of it"
  CAUGHT_BY verification
  RUN --n 300000 --bins 60000 --variant ranges
  MESSAGE "bin 29999 is 0 instead of [0-9,]+; 1 of 60,000 bins are wrong")
add_mutant(06_no_barrier_after_zeroing
  LESSON 06_coarsening
  FIND "counters[k] = 0;
  __syncthreads();" REPLACE "counters[k] = 0;"
  MISTAKE "no barrier between zeroing and counting"
  CAUGHT_BY ThreadSanitizer
  RUN --n 3000 --variant interleaved
  MESSAGE "#[0-9] set_to_zero[^\n]*coarsening.cu:@LINE@")

add_mutant(07_invalid_bin_in_8_bits
  LESSON 07_cub
  FIND "using Item = unsigned short;" REPLACE "using Item = unsigned char;"
  MISTAKE "the invalid bin 256 is stored in 8 bits, where it wraps to bin 0"
  CAUGHT_BY compiler
  MESSAGE "257 bins need an item type wider than 8 bits")
add_mutant(07_collective_by_valid_threads_only
  LESSON 07_cub
  FIND "BlockHistogram(storage).Histogram(items, mine);  // zeroes mine"
  REPLACE "if (blockIdx.x * kTile + threadIdx.x < n) BlockHistogram(storage).Histogram(items, mine);  // zeroes mine"
  MISTAKE "only threads with a valid sample call the collective"
  CAUGHT_BY barrier
  RUN --check --variant tile_atomic
  MESSAGE "threads? of 256 waits? at a block barrier")
add_mutant(07_storage_used_again_without_barrier
  LESSON 07_cub
  FIND "__syncthreads();  // the storage is used again" REPLACE "// the storage is used again"
  MISTAKE "temporary storage is used again without a barrier"
  CAUGHT_BY ThreadSanitizer
  RUN --n 300000 --variant composite_sort
  MESSAGE "SUMMARY: ThreadSanitizer: data race")
add_mutant(07_padding_not_taken_off
  LESSON 07_cub
  FIND "if (threadIdx.x == 0 && end > n) mine[0] -= static_cast<Count>(end - n);" REPLACE ""
  MISTAKE "the padding that fills the last tile is counted in bin 0"
  CAUGHT_BY verification
  RUN --n 1000 --variant zero_fill
  MESSAGE "bin 0 is [0-9,]+ instead of [0-9,]+; 1 of 256 bins are wrong")
add_mutant(07_one_round_of_tiles
  LESSON 07_cub
  FIND "tile < tiles_of(n); tile += gridDim.x" REPLACE "tile < tiles_of(n); tile += tiles_of(n)"
  MISTAKE "every block counts one tile and no more"
  CAUGHT_BY verification
  RUN --check --variant composite_atomic
  MESSAGE "composite_atomic: [^\n]*bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
