# Mutants of chapters 01 and 02; see AddMutant.cmake.

add_mutant(01_tail_guard_dropped
  LESSON 01_elementwise
  FIND "if (i < n) c[i]" REPLACE "c[i]"
  MISTAKE "the tail guard `i < n` is dropped"
  CAUGHT_BY bounds
  AT "add<<<grid.blocks, grid.threads>>>"
  MESSAGE "kernel add launched at [^ ]*elementwise.cu:@LINE@: thread [^ ]+ of block [^ ]+ (read|write)s byte [0-9]+ of the allocation of [0-9]+ bytes")
add_mutant(01_tail_guard_off_by_one
  LESSON 01_elementwise
  FIND "if (i < n) c[i]" REPLACE "if (i <= n) c[i]"
  MISTAKE "`i <= n` in the tail guard: one element too many"
  CAUGHT_BY bounds
  AT "add<<<grid.blocks, grid.threads>>>"
  MESSAGE "kernel add launched at [^ ]*elementwise.cu:@LINE@: thread [^ ]+ of block [^ ]+ (read|write)s byte [0-9]+ of")
add_mutant(01_no_blocks
  LESSON 01_elementwise
  FIND "add<<<grid.blocks, grid.threads>>>"
  REPLACE "add<<<static_cast<unsigned>(p.n / grid.threads), grid.threads>>>"
  MISTAKE "n / block blocks: none at all for a small n"
  CAUGHT_BY launch
  MESSAGE "elementwise.cu:[0-9]+: cudaGetLastError\\(\\): cudaErrorInvalidConfiguration")
add_mutant(01_last_block_skipped
  LESSON 01_elementwise
  FIND "add<<<grid.blocks, grid.threads>>>"
  REPLACE "add<<<blocks_for(p.n - p.n % grid.threads, grid.threads), grid.threads>>>"
  MISTAKE "n / block is rounded down: the last block is missing"
  CAUGHT_BY verification
  MESSAGE "element [0-9,]+ is NaN instead of")
add_mutant(01_blocks_in_16_bits
  LESSON 01_elementwise
  FIND "add<<<grid.blocks, grid.threads>>>"
  REPLACE "add<<<static_cast<unsigned short>(grid.blocks), grid.threads>>>"
  MISTAKE "the number of blocks is kept in 16 bits"
  CAUGHT_BY verification
  MESSAGE "1 x 70001[^\n]*element [0-9,]+ is NaN instead of")
add_mutant(01_all_zeros
  LESSON 01_elementwise
  FIND "c[i] = a[i] + b[i];" REPLACE "c[i] = T(0.0f);"
  MISTAKE "every result is 0"
  CAUGHT_BY verification
  MESSAGE "element 0 is 0[.0]* instead of")
add_mutant(01_copy_of_the_input
  LESSON 01_elementwise
  FIND "c[i] = a[i] + b[i];" REPLACE "c[i] = a[i];"
  MISTAKE "the result is a copy of the first input"
  CAUGHT_BY verification
  MESSAGE "element [0-9,]+ is [^ ]+ instead of")
add_mutant(01_block_too_large
  LESSON 01_elementwise
  FIND "add<<<grid.blocks, grid.threads>>>"
  REPLACE "add<<<grid.blocks, 2048>>>"
  MISTAKE "a block of 2,048 threads"
  CAUGHT_BY launch
  MESSAGE "elementwise.cu:[0-9]+: cudaGetLastError\\(\\): cudaErrorInvalidConfiguration")

add_mutant(02_tail_unwritten
  LESSON 02_vectorized
  FIND "if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 4);"
  REPLACE "if (thread < split.head) {
    const std::size_t i = split.loose(thread, 4);"
  MISTAKE "the tail behind the last pack is not written"
  CAUGHT_BY verification
  MESSAGE "element [0-9,]+ is NaN instead of")
add_mutant(02_load_without_alignment_check
  LESSON 02_vectorized
  FIND "if (is_aligned(p, 16)) return *reinterpret_cast<const float4*>(p);"
  REPLACE "return *reinterpret_cast<const float4*>(p);"
  MISTAKE "a 16-byte load from any address"
  CAUGHT_BY alignment
  MESSAGE "thread [^ ]+ of block [^ ]+ reads a '[a-z ]*float4' at an address that is [0-9]+ bytes past a multiple of 16 at [^ ]*vectorized.cu:@LINE@")
add_mutant(02_store_without_head
  LESSON 02_vectorized
  FIND "const Split split = split_into_packs(c, n, /*alignment=*/16, /*width=*/4);"
  REPLACE "const Split split{0, n / 4, n % 4};"
  MISTAKE "16-byte stores from the first element on, whatever its address"
  CAUGHT_BY alignment
  AT "*reinterpret_cast<float4*>(c + i) ="
  MESSAGE "writes a '[a-z ]*float4' at an address that is [0-9]+ bytes past a multiple of 16 at [^ ]*vectorized.cu:@LINE@")
add_mutant(02_one_pack_too_many
  LESSON 02_vectorized
  FIND "if (thread < split.packs) {
    const std::size_t i = split.head + 4 * thread;"
  REPLACE "if (thread <= split.packs) {
    const std::size_t i = split.head + 4 * thread;"
  MISTAKE "`<=` in the guard of the packs: a pack that reaches over the end"
  CAUGHT_BY bounds
  AT "add_f32x4<<<"
  MESSAGE "kernel add_f32x4 launched at [^ ]*vectorized.cu:@LINE@: thread [^ ]+ of block [^ ]+ (read|write)s byte [0-9]+ of")
