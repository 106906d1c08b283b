# Whole programs: exit status, what stands on stdout and stderr, the CSV file.

# lesson_test(<name> <target> ARGUMENTS ... STATUS n [STDOUT regex] [STDERR regex] [NOT_STDOUT regex]
#             [CSV [CSV_CONTENT regex] [NOT_CSV_CONTENT regex]])
# With CSV the program also gets --csv and a file of its own. See run_lesson.cmake.
function(lesson_test name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "CSV"
    "STATUS;STDOUT;STDERR;NOT_STDOUT;CSV_CONTENT;NOT_CSV_CONTENT" "ARGUMENTS")
  set(definitions)
  if(arg_CSV)
    set(csv ${CMAKE_CURRENT_BINARY_DIR}/${name}.csv)
    list(APPEND arg_ARGUMENTS --csv ${csv})
    list(APPEND definitions -DCSV=${csv})
  endif()
  foreach(key STATUS STDOUT STDERR NOT_STDOUT CSV_CONTENT NOT_CSV_CONTENT)
    if(DEFINED arg_${key})
      list(APPEND definitions "-D${key}=${arg_${key}}")
    endif()
  endforeach()
  add_test(NAME program.${name}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> "-DARGUMENTS=${arg_ARGUMENTS}"
            ${definitions} -P ${CMAKE_CURRENT_SOURCE_DIR}/run_lesson.cmake)
  set_tests_properties(program.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED: no usable device")
endfunction()

# Bad command lines: the usage and one line on stderr, nothing on stdout, exit status 2.
function(usage_test name target stderr)
  lesson_test(${name} ${target} ARGUMENTS ${ARGN} STATUS 2 STDERR "^usage: .*\n${target}: ${stderr}$"
    NOT_STDOUT ".")
endfunction()
set(lesson 03_atomic_naive)
usage_test(bad_n ${lesson} "--n '12x': [^\n]*\n" --n 12x)
usage_test(negative_n ${lesson} "--n '-1': [^\n]*\n" --n -1)
usage_test(empty_n ${lesson} "--n '': [^\n]*\n" --n=)
usage_test(no_bins ${lesson} "--bins '0': at least 1\n" --bins 0)
usage_test(no_block ${lesson} "--block '0': at least 1\n" --block 0)
usage_test(large_block ${lesson} "--block '1025': at most 1024\n" --block 1025)
usage_test(unknown_option ${lesson} "unknown option --nonsense\n" --nonsense)
usage_test(missing_value ${lesson} "--n needs a value\n" --n)
usage_test(positional ${lesson} "unexpected argument file.txt\n" file.txt)
usage_test(lines_uncounted ${lesson} "--lines needs kernels that are built to count [^\n]*_traced[^\n]*cpu-trace[^\n]*\n"
  --lines)
usage_test(letters_alone ${lesson} "--letters needs --input FILE\n" --letters)
usage_test(option_of_adds ${lesson} "unknown option --rows\n" --rows 5 --cols 5)
usage_test(option_of_histograms 01_elementwise "unknown option --bins\n" --bins 5)
usage_test(rows_alone 01_elementwise "--rows and --cols are given together\n" --rows 5)

# Requests that only the lesson or the device can refuse: one line on stderr, exit status 2, at once:
# before the ceilings are measured.
function(refusal_test name target stderr)
  lesson_test(${name} ${target} ARGUMENTS ${ARGN} STATUS 2 STDERR "^${target}: ${stderr}[^\n]*\n$"
    NOT_STDOUT "measured here|all verified|median ms")
endfunction()
set(folder ${CMAKE_CURRENT_BINARY_DIR})
file(WRITE ${folder}/empty.txt "")
file(WRITE ${folder}/notes.txt "my notes\n")
file(WRITE ${folder}/hello.txt "Hello, world: abc xyz\n")
refusal_test(unknown_variant ${lesson} "--variant nonsense: " --variant nonsense)
refusal_test(missing_input ${lesson} "--input ${folder}/missing.txt: No such file"
  --input ${folder}/missing.txt)
refusal_test(empty_input ${lesson} "--input ${folder}/empty.txt: is empty"
  --input ${folder}/empty.txt)
refusal_test(folder_input ${lesson} "--input ${folder}: is a folder" --input ${folder})
refusal_test(device_input ${lesson} "--input /dev/zero: is not a regular file" --input /dev/zero)
refusal_test(no_such_device ${lesson} "--device 1000: there are" --device 1000)
refusal_test(too_many_samples ${lesson} "--n: the 32-bit counters" --n 1125899906842624)
refusal_test(too_many_samples_auto ${lesson} "--n: the 32-bit counters"
  --n 1125899906842624 --bins auto)
refusal_test(too_large 01_elementwise "needs 12 PiB of device memory" --n 1125899906842624)
refusal_test(foreign_csv ${lesson} "--csv ${folder}/notes.txt:1: not a result file"
  --n 5 --csv ${folder}/notes.txt)
refusal_test(csv_folder ${lesson} "--csv ${folder}: is not a regular file" --n 5 --csv ${folder})

# What needs no device works without one.
lesson_test(list ${lesson} ARGUMENTS --list STATUS 0
  STDOUT "^serial\nracy\ni32\ni32x4\ni32_max_pass\n$")
lesson_test(list_bytes ${lesson} ARGUMENTS --list --type uint8 STATUS 0
  STDOUT "^serial\nracy\nu8\nu8x16\nu8_max_pass\n$")
lesson_test(help ${lesson} ARGUMENTS --help STATUS 0 STDOUT "^usage: 03_atomic_naive")

# Without a usable device: exit status 77, never a result and never a time.
if(COURSE_CUDA)
  foreach(target ${lesson} 01_elementwise)
    foreach(mode --n=1000 --check)
      string(MAKE_C_IDENTIFIER ${target}${mode} name)
      lesson_test(no_device_${name} ${target} ARGUMENTS ${mode} STATUS 77
        STDERR "^${target}: no usable CUDA device: [^\n]*\n$" NOT_STDOUT ".")
      set_tests_properties(program.no_device_${name} PROPERTIES
        ENVIRONMENT CUDA_VISIBLE_DEVICES=-1)
    endforeach()
  endforeach()
endif()

# Right results: exit status 0, also for no samples at all.
set(number "[0-9.]+")
if(COURSE_CUDA)
  set(time "${number},${number},${number},5,")
  set(rate "${number},${number},")
  set(speedup "${number},")
  set(prediction "[0-9.]*,[^\n]*\n")
else()
  set(time ",,,,")
  set(rate ",,")
  set(speedup ",")
  set(prediction ",,,,,,,,\n")
endif()
set(few --warmup 1 --iters 5)
lesson_test(no_samples ${lesson} ARGUMENTS --n 0 STATUS 0 STDOUT "\n0 int32 samples" CSV
  CSV_CONTENT ",0,int32,256,uniform,cold_?[a-z0-9_]*,[0-9.]*,[0-9.]*,[0-9.]*,[0-9]*,0,,,"
  NOT_CSV_CONTENT ",failed")
lesson_test(no_elements 01_elementwise ARGUMENTS --n 0 STATUS 0 CSV NOT_CSV_CONTENT ",failed")
lesson_test(histogram_csv ${lesson} ARGUMENTS --n 100000 --bins 128 ${few} STATUS 0 CSV
  CSV_CONTENT "\n03_atomic_naive,i32,[a-z]+,[^\n]*,100000,int32,128,uniform,[a-z0-9_]+,${time}400000,${rate}${speedup}100000,0,[0-9]+,0,ok,${prediction}")
lesson_test(bytes_csv ${lesson} ARGUMENTS --n 100000 --type uint8 ${few} STATUS 0 CSV
  CSV_CONTENT "\n03_atomic_naive,u8x16,[a-z]+,[^\n]*,100000,uint8,256,uniform,[a-z0-9_]+,${time}100000,${rate}${speedup}100000,0,[0-9]+,0,ok,${prediction}")
lesson_test(add_csv 01_elementwise ARGUMENTS --n 1000 ${few} STATUS 0 CSV
  CSV_CONTENT "\n01_elementwise,f32,[a-z]+,[^\n]*,1000,float32,,,[a-z0-9_]+,${time}12000,${rate}${speedup}0,0,0,0,ok,${prediction}")
lesson_test(half_add_csv 01_elementwise ARGUMENTS --n 1000 ${few} STATUS 0 CSV
  CSV_CONTENT "\n01_elementwise,f16,[a-z]+,[^\n]*,1000,float16,,,[a-z0-9_]+,${time}6000,${rate}${speedup}0,0,0,0,ok,${prediction}")
# What chapters 03 to 06 ask for with a pencil: global atomics of 524,288 samples in 128 bins.
function(pencil_test target variant atomics)
  lesson_test(pencil_${target} ${target} STATUS 0 CSV
    ARGUMENTS --n 512K --bins 128 --block 1024 --variant ${variant} ${ARGN} ${few}
    CSV_CONTENT "\n${target},${variant},[^\n]*,524288,int32,128,uniform,[^\n]*,${atomics},[0-9]*,ok,")
endfunction()
pencil_test(03_atomic_naive i32 524288,0,[0-9]*)
pencil_test(04_privatization private_copies 589824,0,512)
lesson_test(copies_asked_for 04_privatization STATUS 0 CSV  # three of them: 524,288 + 3 x 128
  ARGUMENTS --n 512K --bins 128 --copies 3 --variant private_copies ${few}
  CSV_CONTENT "\n04_privatization,private_copies,[^\n]*,524672,0,[0-9]*,1536,ok,")
pencil_test(05_shared_memory shared 65536,524288,512)
lesson_test(best 06_coarsening ARGUMENTS --best --n 5000 STATUS 0 STDOUT
  "best: spare_bin, because the bins fit [^\n]*\n.*global .03.  .*\nspare_bin  "
  NOT_STDOUT "\n(in_flight|per_lane|ranges|wide|shared .05.) ")
lesson_test(best_of_bytes 06_coarsening ARGUMENTS --best --n 5000 --type uint8 STATUS 0 STDOUT
  "best: per_lane, because a sample is a byte\n.*\nper_lane  " NOT_STDOUT "\nspare_bin ")
lesson_test(best_of_many_bins 06_coarsening ARGUMENTS --best --n 5000 --bins 2M STATUS 0 STDOUT
  "best: global .03., because 37 ranges [^\n]*\n" NOT_STDOUT "\nranges ")
refusal_test(best_of_none 03_atomic_naive "--best: this lesson has none" --best)
pencil_test(06_coarsening contiguous 16384,524288,128 --coarsen 4)
lesson_test(racy_is_expected ${lesson} ARGUMENTS --n 100000 --variant racy STATUS 0 CSV
  CSV_CONTENT ",uniform,[a-z0-9_]+,,,,,400000,,,,[0-9]*,[0-9]*,[0-9]*,0,expected_failure,,,,,,,,,\n"
  NOT_CSV_CONTENT ",ok,")
lesson_test(hot_is_marked ${lesson} ARGUMENTS --n 1000 --hot STATUS 0 CSV CSV_CONTENT ",hot[a-z0-9_]*,"
  NOT_CSV_CONTENT ",cold")
# a b c d | e h | l l l | o o | r | w x | y z
lesson_test(letters ${lesson} ARGUMENTS --input ${folder}/hello.txt --letters --show STATUS 0
  STDOUT "6 samples are not letters.*a-d  #+ +4\n.*e-h  #+ +2\n.*i-l  #+ +3\n.*m-p  #+ +2\n.*q-t  #+ +1\n.*u-x  #+ +2\n.*y-z  #+ +2\n *not counted  6\n")
lesson_test(file_bytes ${lesson} ARGUMENTS --input ${folder}/hello.txt --show STATUS 0
  STDOUT "22 uint8 samples, 256 bins, workload file.*108 'l'  #+ +3\n")
lesson_test(bars_of_many_bins ${lesson} ARGUMENTS --n 100000 --bins 1000 --show STATUS 0
  STDOUT "\n +0-15  #+ +1,[0-9]+\n +16-31  #.*\n +992-999  #+ +[0-9]+\n +not counted  0\n$")
lesson_test(file_repeated ${lesson} ARGUMENTS --input ${folder}/hello.txt --n 2200 --show STATUS 0
  STDOUT "2,200 uint8 samples.*108 'l'  #+ +300\n")
lesson_test(bins_from_data ${lesson} ARGUMENTS --input ${folder}/hello.txt --bins auto STATUS 0
  STDOUT "22 uint8 samples, 123 bins")  # the largest byte is z, 122

include(broken_lessons.cmake)
