# Mutants of chapters 03 to 05; see AddMutant.cmake.

add_mutant(03_no_range_check
  LESSON 03_atomic_naive
  FIND "if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto global"
  REPLACE "atomicAdd(&counts[bin], 1);
}

constexpr auto global"
  MISTAKE "samples outside the bins are counted somewhere"
  CAUGHT_BY bounds
  RUN --check --variant i32
  MESSAGE "kernel histogram_global launched at [^ ]*atomic_naive.cu:[0-9]+: thread [^ ]+ of block [^ ]+ ")
add_mutant(03_signed_index
  LESSON 03_atomic_naive
  FIND "const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd"
  REPLACE "const int bin = static_cast<int>(bin_of(samples[i]));
  if (bin < static_cast<int>(bins)) atomicAdd"
  MISTAKE "a signed bin: negative samples index before the array"
  CAUGHT_BY bounds
  RUN --check --variant i32
  MESSAGE "kernel histogram_global launched at [^ ]*atomic_naive.cu:[0-9]+: thread [^ ]+ of block [^ ]+ ")
add_mutant(03_reads_in_front
  LESSON 03_atomic_naive
  FIND "const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd"
  REPLACE "if (bin_of(samples[i - 1]) == 0x77777777) return; const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd"
  MISTAKE "each thread looks at its left neighbour as well, and the first has none"
  CAUGHT_BY bounds
  RUN --check --variant i32
  MESSAGE "kernel histogram_global launched at [^ ]*atomic_naive.cu:[0-9]+: thread \\(0,0,0\\) of block \\(0,0,0\\) reads byte -[0-9]+ of")
add_mutant(03_adds_to_pairs
  LESSON 03_atomic_naive
  FIND "if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto global"
  REPLACE "if (bin < bins) atomicAdd(reinterpret_cast<unsigned long long*>(&counts[bin / 2 * 2]), 1ull << bin % 2 * 32);
}

constexpr auto global"
  MISTAKE "two counters in one 64-bit atomic: with an odd number of bins the last has no partner"
  CAUGHT_BY AddressSanitizer
  RUN --check --variant i32
  MESSAGE "SUMMARY: AddressSanitizer: ")
add_mutant(03_plain_increment
  LESSON 03_atomic_naive
  FIND "if (bin < bins) atomicAdd(&counts[bin], 1);
}

constexpr auto global"
  REPLACE "if (bin < bins) counts[bin]++;
}

constexpr auto global"
  MISTAKE "a plain increment in global memory"
  CAUGHT_BY ThreadSanitizer
  RUN --n 2000 --variant i32
  MESSAGE "SUMMARY: ThreadSanitizer: data race [^ ]*atomic_naive.cu:@LINE@")
add_mutant(03_packs_without_head
  LESSON 03_atomic_naive
  FIND "const Split split = split_into_packs(samples, n);"
  REPLACE "const Split split{0, n / kWidth, n % kWidth};"
  MISTAKE "16-byte loads from the first sample on, whatever its address"
  CAUGHT_BY alignment
  AT "const Pack<Sample> pack = packs[thread];"
  MESSAGE "reads a '[^']*' at an address that is [0-9]+ bytes past a multiple of 16 at [^ ]*atomic_naive.cu:@LINE@")
add_mutant(03_last_pack_read_whole
  LESSON 03_atomic_naive
  FIND "if (thread < split.packs) {" REPLACE "if (thread < split.packs + (split.tail > 0)) {"
  MISTAKE "the last pack is read whole although the samples end inside it"
  CAUGHT_BY verification
  MESSAGE "bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(03_missing_in_the_tail
  LESSON 03_atomic_naive
  FIND "if (thread < split.head + split.tail) {" REPLACE "if (thread < split.tail) {"
  MISTAKE "the samples in front of the first pack are forgotten"
  CAUGHT_BY verification
  MESSAGE "bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")

add_mutant(04_copies_not_zeroed
  LESSON 04_privatization
  FIND "CUDA_CHECK(cudaMemsetAsync(scratch, 0, counters * sizeof(Count)));" REPLACE ""
  MISTAKE "the private copies are not zeroed"
  CAUGHT_BY verification
  MESSAGE "bin 0 is [0-9,]+ instead of [0-9,]+; 256 of 256 bins are wrong")
add_mutant(04_merge_overwrites
  LESSON 04_privatization
  FIND "atomicAdd(&counts[i % bins], copies[i])" REPLACE "counts[i % bins] = copies[i]"
  MISTAKE "merging assigns instead of adding, which is right as long as there is one copy"
  CAUGHT_BY ledger
  MESSAGE "private_copies: [^\n]*: counted [0-9,]+ global and [0-9,]+ shared atomics[^\n]*the launch says [0-9,]+ global")
add_mutant(04_merge_with_plain_add
  LESSON 04_privatization
  FIND "atomicAdd(&counts[i % bins], copies[i])" REPLACE "counts[i % bins] += copies[i]"
  MISTAKE "merging adds without an atomic"
  CAUGHT_BY ThreadSanitizer
  RUN --n 4000 --bins 16 --variant private_copies
  MESSAGE "SUMMARY: ThreadSanitizer: data race [^ ]*privatization.cu:@LINE@")
add_mutant(04_merge_one_too_many
  LESSON 04_privatization
  FIND "if (i < std::size_t{number_of_copies} * bins) atomicAdd"
  REPLACE "if (i <= std::size_t{number_of_copies} * bins) atomicAdd"
  MISTAKE "`<=` in the merge: one counter behind the copies"
  CAUGHT_BY AddressSanitizer
  RUN --n 3000 --bins 17 --variant private_copies
  MESSAGE "SUMMARY: AddressSanitizer: [a-z-]+ [^ ]*privatization.cu:@LINE@")
add_mutant(04_index_in_local_array
  LESSON 04_privatization
  FIND "const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&mine[bin], 1);"
  REPLACE "Count seen[8]; volatile Count* const p = seen; const unsigned bin = bin_of(samples[i]);
  p[threadIdx.x % 9] = bin; if (bin < bins) atomicAdd(&mine[bin], 1);"
  MISTAKE "a write behind a local array"
  CAUGHT_BY AddressSanitizer
  RUN --n 3000 --variant private_copies
  MESSAGE "SUMMARY: AddressSanitizer: stack-buffer-overflow [^ ]*privatization.cu:")
add_mutant(04_wrong_copy
  LESSON 04_privatization
  FIND "std::size_t{blockIdx.x % number_of_copies} * bins" REPLACE "std::size_t{blockIdx.x + 1} * bins"
  MISTAKE "the first copy is number 1, so the last lies behind the workspace"
  CAUGHT_BY bounds
  AT "count_into_copies<<<"
  MESSAGE "kernel count_into_copies launched at [^ ]*privatization.cu:@LINE@: thread [^ ]+ of block [^ ]+ (read|write)s byte [0-9]+ of")

add_mutant(05_not_zeroed
  LESSON 05_shared_memory
  FIND "mine[bin] = 0;
  __syncthreads();  // nobody counts before" REPLACE ";
  __syncthreads();  // nobody counts before"
  MISTAKE "the bins in shared memory are not zeroed"
  CAUGHT_BY verification
  RUN --check --variant shared_static
  MESSAGE "bin 0 is [0-9,]+ instead of [0-9,]+; 256 of 256 bins are wrong")
add_mutant(05_only_one_bin_per_thread_zeroed
  LESSON 05_shared_memory
  FIND "for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();  // nobody counts before"
  REPLACE "if (threadIdx.x < bins) mine[threadIdx.x] = 0;
  __syncthreads();  // nobody counts before"
  MISTAKE "each thread zeroes one bin, but there are more bins than threads"
  CAUGHT_BY verification
  RUN --check --variant shared_static
  MESSAGE "bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(05_no_barrier_after_zeroing
  LESSON 05_shared_memory
  FIND "__syncthreads();  // nobody counts before" REPLACE "// nobody counts before"
  MISTAKE "no barrier between zeroing and counting"
  CAUGHT_BY ThreadSanitizer
  RUN --n 3000 --variant shared_static
  AT "mine[bin] = 0;
  __syncthreads();  // nobody counts before"
  MESSAGE "#[0-9] void histogram_shared_static[^\n]*shared_memory.cu:@LINE@")
add_mutant(05_no_barrier_before_committing
  LESSON 05_shared_memory
  FIND "__syncthreads();  // nobody commits before" REPLACE "// nobody commits before"
  MISTAKE "no barrier between counting and committing"
  CAUGHT_BY verification
  RUN --check --variant shared_static
  MESSAGE "bin [0-9,]+ is [0-9,]+ instead of [0-9,]+")
add_mutant(05_return_before_the_barrier
  LESSON 05_shared_memory
  FIND "if (i < n) {  // no early return: every thread must reach the barrier below"
  REPLACE "if (i >= n) return; {"
  MISTAKE "threads without a sample return before the barrier"
  CAUGHT_BY barrier
  RUN --check --variant shared_static
  AT "__syncthreads();  // nobody commits before"
  MESSAGE "waits? at a block barrier, thread [^ ]+ of block [^ ]+ at [^ ]*shared_memory.cu:@LINE@\n  [0-9]+ threads left the kernel without coming there")
add_mutant(05_one_bin_too_little
  LESSON 05_shared_memory
  FIND "const std::size_t bytes = p.bins * sizeof(Count);"
  REPLACE "const std::size_t bytes = (p.bins - 1) * sizeof(Count);"
  MISTAKE "the launch asks for one counter too little of shared memory"
  CAUGHT_BY bounds
  RUN --check --variant shared
  AT "histogram_shared<<<grid.blocks, grid.threads, bytes>>>"
  MESSAGE "launched at [^ ]*shared_memory.cu:@LINE@: thread [^ ]+ of block [^ ]+ (read|write)s byte [0-9]+ of the block's [0-9]+ bytes of dynamic shared memory")
add_mutant(05_shared_memory_not_asked_for
  LESSON 05_shared_memory
  FIND "p.allow_shared_memory(histogram_shared, bytes);" REPLACE ""
  MISTAKE "more than 48 KiB of shared memory without asking for it"
  CAUGHT_BY launch
  RUN --check --variant shared
  MESSAGE "a launch failed: cudaErrorInvalidValue")
add_mutant(05_too_many_bins_for_the_array
  LESSON 05_shared_memory
  FIND "if (p.bins > kStaticBins)" REPLACE "if (false)"
  MISTAKE "more bins than the static array holds"
  CAUGHT_BY bounds
  RUN --check --variant shared_static
  AT "mine[bin] = 0;
  __syncthreads();  // nobody counts before"
  MESSAGE "thread [^ ]+ of block [^ ]+ uses index 4096 of an array '[^']+' at [^ ]*shared_memory.cu:@LINE@")
add_mutant(05_plain_increment
  LESSON 05_shared_memory
  FIND "if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();  // nobody commits"
  REPLACE "if (bin < bins) mine[bin]++;
  }
  __syncthreads();  // nobody commits"
  MISTAKE "a plain increment in shared memory"
  CAUGHT_BY ThreadSanitizer
  RUN --n 3000 --variant shared_static
  MESSAGE "SUMMARY: ThreadSanitizer: data race [^ ]*shared_memory.cu:@LINE@")

add_mutant(05_writes_behind_a_shared_array
  LESSON 05_shared_memory
  FIND "if (bin < bins) atomicAdd(&mine[bin], 1);
  }
  __syncthreads();  // nobody commits"
  REPLACE "Count* const first = mine; if (bin < bins) atomicAdd(&first[bin + kStaticBins - bins + 1], 1);
  }
  __syncthreads();  // nobody commits"
  MISTAKE "a write behind a shared array, through a pointer"
  CAUGHT_BY bounds
  RUN --n 3000 --variant shared_static
  MESSAGE "thread [^ ]+ of block [^ ]+ writes byte 16384 of the 16384 bytes of the __shared__ variable mine of [^ ]*shared_memory.cu:")
add_mutant(05_reads_behind_a_shared_array
  LESSON 05_shared_memory
  FIND "atomicAdd(&counts[bin], mine[bin]);
  }
}

constexpr auto shared_static"
  REPLACE "const Count* const first = mine; atomicAdd(&counts[bin], first[bin + kStaticBins - bins + 1]);
  }
}

constexpr auto shared_static"
  MISTAKE "a read behind a shared array, through a pointer"
  CAUGHT_BY AddressSanitizer
  RUN --n 3000 --variant shared_static
  MESSAGE "SUMMARY: AddressSanitizer: [a-z-]+ [^ ]*shared_memory.cu:@LINE@")
