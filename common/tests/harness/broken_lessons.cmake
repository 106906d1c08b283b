# Programs with broken variants: exit status 1, the fault named, no time and no speedup.

function(failing_test name target variant stdout)
  lesson_test(${name} ${target} ARGUMENTS --n 1000 --variant ${variant} STATUS 1
    STDOUT "\n${variant} +FAILED: [^\n]*${stdout}" CSV
    CSV_CONTENT "\n${target},${variant},[^\n]*,1000,[a-z0-9]+,[0-9]*,[a-z]*,[a-z0-9_]+,,,,,[0-9]+,,,,[^\n]*,failed,,,,,,,,,\n"
    NOT_CSV_CONTENT ",ok," ${ARGN})
endfunction()
failing_test(counts_nothing broken_histogram nothing "bin 0 is 0 instead of ")
failing_test(misses_the_last_sample broken_histogram without_the_last "1 of 256 bins are wrong")
failing_test(reads_behind broken_histogram one_too_many "bin 3 is ")
failing_test(dirty_workspace broken_histogram adds_to_workspace "bin 0 is ")
set(too_large)
if(NOT COURSE_CUDA)  # the CPU backend says more than CUDA does
  set(too_large STDERR "launched at [^ ]*broken_kernels.cu:[0-9]+: a block of 2048 x 1 x 1 threads")
endif()
failing_test(invalid_launch broken_histogram block_of_2048
  "broken_histogram.cu:[0-9]+: [^\n]*cudaErrorInvalid(Configuration|Value)" ${too_large})
failing_test(unchecked_launch broken_histogram unchecked_block_of_2048
  "cudaErrorInvalid(Configuration|Value)" ${too_large})
failing_test(racy_excuses_nothing_else broken_histogram racy_and_wrong "2 of 256 bins are wrong")
failing_test(misses_the_last_element broken_add f32_without_the_last "element 999 is NaN instead of ")
failing_test(writes_behind broken_add f16_writes_one_behind "behind the buffer")

# One broken variant does not stop the others, and none of them hides it.
lesson_test(all_variants broken_add ARGUMENTS --n 1000 --iters 5 STATUS 1
  STDOUT "f32_without_the_last +FAILED: .*needs_too_much +not applicable: .*f16_writes_one_behind +FAILED: "
  CSV CSV_CONTENT ",f32_right,[^\n]*,ok,.*,f16_right,[^\n]*,ok,")
# The first variant of each type is what speedups are measured against. It failed: there are none.
lesson_test(no_speedup_over_a_failure broken_add ARGUMENTS --n 1000 --iters 5 STATUS 1 CSV
  CSV_CONTENT ",f32_right,[^\n]*,12000,[0-9.]*,[0-9.]*,,0,0,0,0,ok,")
lesson_test(no_speedup_without_the_first broken_add
  ARGUMENTS --n 1000 --iters 5 --variant f32_right STATUS 0 CSV
  CSV_CONTENT ",f32_right,[^\n]*,12000,[0-9.]*,[0-9.]*,,0,0,0,0,ok,")

# A kernel that destroys its context: named, and nothing else is run or reported as right.
lesson_test(device_lost broken_histogram ARGUMENTS --n 1000 --variant writes_to_no_memory STATUS 1
  STDOUT "writes_to_no_memory +FAILED: " STDERR "the device is lost" CSV CSV_CONTENT ",failed,,,,,,,,,\n"
  NOT_CSV_CONTENT ",ok,")

# --check finds each fault, whatever size the fault needs. On the CPU backend an access out of bounds
# ends the program after a diagnosis on stderr.
function(failing_check name target variant stdout)
  lesson_test(check_${name} ${target} ARGUMENTS --check --variant ${variant} STATUS 1
    STDOUT "  ${variant}: [^\n]*${stdout}" STDERR ".*" NOT_STDOUT "verified")
endfunction()
failing_check(nothing broken_histogram nothing "bin ")
failing_check(without_the_last broken_histogram without_the_last "bin ")
failing_check(no_range_check broken_histogram no_range_check "bin ")
failing_check(dirty_workspace broken_histogram adds_to_workspace "bin ")
failing_check(invalid_launch broken_histogram block_of_2048 "cudaErrorInvalid(Configuration|Value)")
failing_check(racy_and_wrong broken_histogram racy_and_wrong "bin ")
failing_check(add_without_the_last broken_add f32_without_the_last "element ")
if(NOT COURSE_SANITIZE)  # AddressSanitizer ends the program at once
  failing_check(one_too_many broken_histogram one_too_many "bin ")
  if(COURSE_CUDA)
    failing_check(add_writes_behind broken_add f16_writes_one_behind "behind the buffer")
  else()  # where nothing lies behind, the access itself is illegal
    failing_check(add_writes_behind broken_add f16_writes_one_behind "cudaErrorIllegalAddress")
  endif()
endif()
if(COURSE_CUDA)  # on a device with 9 GB free
  failing_check(index_in_32_bits broken_sizes index_in_32_bits "n 4294967295, [^\n]*bin ")
endif()
if(NOT COURSE_CUDA)  # where work is counted
  foreach(variant wrong_work wrong_work_at_first)
    failing_check(${variant} broken_histogram ${variant} "n 0, [^\n]*counted [0-9,]+ global and 0 shared atomics, [^\n]*; the launch says ")
  endforeach()
  failing_check(not_offered_sometimes broken_histogram not_offered_for_odd_n
    "ran in some cases, and in others that every variant must take it makes a call")
endif()
# Harmless looks beside samples, counts and workspace: the CPU backend names each, at whatever end it
# is. (On a GPU it takes compute-sanitizer.)
if(NOT COURSE_CUDA)
  foreach(fault samples_in_front samples_behind counts_in_front counts_behind workspace_in_front
          invalid_as_nothing)
    lesson_test(check_${fault} broken_borders ARGUMENTS --check --variant ${fault} STATUS 1
      STDERR "thread [^\n]*(reads|writes) byte -?[0-9]+ of the allocation [^\n]*out of bounds"
      STDOUT "\n  ${fault}: " NOT_STDOUT "verified")
  endforeach()
endif()

# Right at most sizes, and in a run of the CPU backend's own size as well.
foreach(fault full_last_tile_lost full_last_pack_lost full_last_round_lost stops_at_400000
        samples_wrap_at_2_20 bins_wrap_at_2_18 bins_wrap_at_2_20 index_in_float float_counters
        whole_warps_of_bins head_of_a_word warp_of_invalid counters_of_16_bits)
  failing_check(${fault} broken_sizes ${fault} "bin ")
endforeach()
foreach(fault full_last_pack_lost full_last_block_lost stops_at_2_20 index_in_float)
  failing_check(add_${fault} broken_add ${fault} "element [0-9,]+ is NaN")
endforeach()
failing_check(add_zero_is_nothing broken_add zero_is_nothing "element [0-9,]+ is -0 instead of 0")
failing_check(add_flushes_first_lane broken_add flushes_first_lane "element [0-9,]+ is -?0 instead")
# A step that ends the program.
lesson_test(check_ends_the_program broken_histogram ARGUMENTS --check --variant ends_the_program
  STATUS 1 STDERR "a step ended the program" NOT_STDOUT "verified")
lesson_test(check_right_at_all_sizes broken_sizes ARGUMENTS --check --variant right STATUS 0
  STDOUT "right +verified: [0-9]+ cases.*--check: all verified\n" NOT_STDOUT "wrong|FAILED")
if(NOT COURSE_CUDA)  # a GPU is given a power of two, but a larger one
  lesson_test(samples_wrap_at_2_20 broken_sizes ARGUMENTS --variant samples_wrap_at_2_20 STATUS 1
    STDOUT "samples_wrap_at_2_20 +FAILED: bin ")
  lesson_test(add_stops_at_2_20 broken_add ARGUMENTS --variant stops_at_2_20 STATUS 1
    STDOUT "stops_at_2_20 +FAILED: element [0-9,]+ is NaN")
endif()
lesson_test(check_right broken_histogram ARGUMENTS --check --variant right STATUS 0
  STDOUT "right +verified: [0-9]+ cases.*--check: all verified\n" NOT_STDOUT "wrong|FAILED")
# A step that may be wrong on purpose, or is no kernel, proves nothing by itself.
function(unproven_check name variant remark)
  lesson_test(check_${name} broken_histogram ARGUMENTS --check --variant ${variant} STATUS 1
    STDOUT "${variant} +as expected: [^\n]*${remark}.*--check: FAILED: nothing was verified\n"
    NOT_STDOUT "all verified|verified: ")
endfunction()
unproven_check(racy racy "may lose updates")
unproven_check(host on_host "a loop on the host")
unproven_check(valid_only valid_only "right only while all samples are valid")
# A variant may be limited to few bins, but to no size or workload.
lesson_test(check_few_bins broken_histogram ARGUMENTS --check --variant only_few_bins STATUS 0
  STDOUT "only_few_bins +verified: [0-9]+ cases, [0-9]+ not applicable\n.*--check: all verified\n")
failing_check(small_n broken_histogram only_small_n
  "does not apply: needs at most 1000 samples; every variant must take any samples, up to 256 bins")
failing_check(many_bins broken_histogram only_many_bins
  "does not apply: needs at least 1000 bins; every variant must take any samples, up to 256 bins")
# What does not apply is printed and skipped; it is no error, and nothing was verified.
lesson_test(not_applicable broken_histogram ARGUMENTS --n 1000 --variant needs_too_much STATUS 0
  STDOUT "needs_too_much +not applicable: needs 1 GiB of shared memory"
  CSV CSV_CONTENT ",not_applicable,,,,,,,,,\n" NOT_CSV_CONTENT ",ok,")
lesson_test(not_applicable_add broken_add ARGUMENTS --n 1000 --variant needs_too_much STATUS 0
  STDOUT "needs_too_much +not applicable: needs 1 GiB of shared memory")
foreach(program broken_histogram broken_add)  # but --check asks for more
  lesson_test(check_not_applicable_${program} ${program} ARGUMENTS --check --variant needs_too_much
    STATUS 1 STDOUT "needs_too_much: [^\n]*does not apply: needs 1 GiB.*FAILED: not applicable to any case\n"
    NOT_STDOUT "verified")
endforeach()
