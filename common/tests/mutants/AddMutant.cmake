# add_mutant(<name>
#   LESSON 03_atomic_naive       the chapter whose program gets the mistake
#   FILE common/kernels/x.cuh    the file that is changed; left out: the program itself
#   FIND "..." REPLACE "..."     exact texts; FIND must occur exactly once
#   MISTAKE "..."                what was done wrong, for the table
#   CAUGHT_BY bounds             who notices, see below
#   RUN --check --variant x      arguments of the program; left out: --check
#   MESSAGE "..."                a regular expression that the output must match. @LINE@ in it stands
#                                for the line where FIND begins, or of the text AT if that is given
#   AT "..."                     a text of the program that occurs once
# makes a test mutants.<name>, in the build whose tools notice the mistake:
#   compiler, verification, ledger, launch, bounds, alignment, barrier, watchdog: the plain one
#   AddressSanitizer: cpu-asan;  ThreadSanitizer: cpu-race

set(MUTANT_PROGRAMS
  01_elementwise/elementwise.cu 02_vectorized/vectorized.cu 03_atomic_naive/atomic_naive.cu
  04_privatization/privatization.cu 05_shared_memory/shared_memory.cu 06_coarsening/coarsening.cu
  07_cub/cub_histogram.cu)

# Sets <line> to the line where `find` begins in `text`, which must hold it once; else to an error.
function(_line_of line text find)
  string(FIND "${text}" "${find}" first)
  string(FIND "${text}" "${find}" last REVERSE)
  if(first LESS 0)
    set(${line} "the text is gone: ${find}" PARENT_SCOPE)
  elseif(NOT first EQUAL last)
    set(${line} "the text occurs more than once: ${find}" PARENT_SCOPE)
  else()
    string(SUBSTRING "${text}" 0 ${first} before)
    string(REGEX REPLACE "[^\n]" "" newlines "${before}")
    string(LENGTH "${newlines}" number)
    math(EXPR number "${number} + 1")
    set(${line} ${number} PARENT_SCOPE)
  endif()
endfunction()

# Writes only what differs, so that nothing is compiled without need.
function(_write file text)
  set(old "")
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# A replacement may be empty.
if(POLICY CMP0174)
  cmake_policy(SET CMP0174 NEW)
endif()

function(add_mutant name)
  cmake_parse_arguments(PARSE_ARGV 1 M ""
    "LESSON;FILE;FIND;REPLACE;MISTAKE;CAUGHT_BY;MESSAGE;AT" "RUN")
  set_property(GLOBAL APPEND_STRING PROPERTY MUTANT_ROWS
    "| ${M_LESSON} | ${M_MISTAKE} | ${M_CAUGHT_BY} |\n")
  set(sanitizer "")
  if(M_CAUGHT_BY STREQUAL "AddressSanitizer")
    set(sanitizer address)
  elseif(M_CAUGHT_BY STREQUAL "ThreadSanitizer")
    set(sanitizer thread)
  endif()
  if(NOT TARGET ${M_LESSON} OR NOT "${COURSE_SANITIZE}" STREQUAL sanitizer)
    return()  # 07 without CUB, or another build's
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND M_MESSAGE MATCHES "at an address that is")
    return()  # clang does not report it, and configuring says so
  endif()

  set(program ${MUTANT_PROGRAMS})
  list(FILTER program INCLUDE REGEX "^${M_LESSON}/")
  if(NOT M_FILE)
    set(M_FILE ${program})
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${M_FILE})
  file(READ ${PROJECT_SOURCE_DIR}/${M_FILE} text)
  file(READ ${PROJECT_SOURCE_DIR}/${program} program_text)
  _line_of(place "${text}" "${M_FIND}")
  set(line ${place})
  if(M_AT)
    _line_of(line "${program_text}" "${M_AT}")
  endif()
  foreach(found ${place} ${line})
    if(NOT found MATCHES "^[0-9]+$")
      # Fails as a test, and not the configuration of everything else.
      add_test(NAME mutants.${name} COMMAND ${CMAKE_COMMAND} -E echo "${M_FILE}: ${found}")
      set_tests_properties(mutants.${name} PROPERTIES WILL_FAIL ON)
      return()
    endif()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  string(REPLACE "${M_FIND}" "${M_REPLACE}" mutated "${text}")
  _write(${folder}/${program} "${program_text}")
  _write(${folder}/${M_FILE} "${mutated}")

  set(target mutant_${name})
  add_cuda_executable(${target} ${folder}/${program})
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_include_directories(${target} BEFORE PRIVATE ${folder})  # a changed header comes first
  # A broken program may well draw warnings.
  target_compile_options(${target} PRIVATE -w)
  if(NOT COURSE_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)  # quick to compile
  endif()
  if(M_LESSON STREQUAL "07_cub")
    target_link_libraries(${target} PRIVATE cpu_cub)
  endif()

  string(REPLACE "@LINE@" "${line}" message "${M_MESSAGE}")
  if(M_CAUGHT_BY STREQUAL "compiler")
    add_test(NAME mutants.${name}
      COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${target})
    set_tests_properties(mutants.${name} PROPERTIES RESOURCE_LOCK build
      PASS_REGULAR_EXPRESSION "${message}")
    return()
  endif()
  add_dependencies(mutants ${target})
  if(NOT M_RUN)
    set(M_RUN --check)
  endif()
  add_test(NAME mutants.${name}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> "-DARGUMENTS=${M_RUN}"
            "-DMESSAGE=${message}" -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ExpectFailure.cmake)
  set(environment COURSE_CPU_WATCHDOG=2)
  if(COURSE_SANITIZE)  # which is slow, and needs no full grid
    list(APPEND environment COURSE_CPU_MULTIPROCESSORS=2)
  endif()
  set_tests_properties(mutants.${name} PROPERTIES FIXTURES_REQUIRED mutants
    ENVIRONMENT "${environment}")
endfunction()
