# add_mutant(<name>
#   LESSON 03_atomic_naive       the chapter whose program gets the mistake
#   FILE common/kernels/x.cuh    the file that is changed; left out: the program itself
#   FIND "..." REPLACE "..."     exact texts; FIND must occur exactly once
#   MISTAKE "..."                what was done wrong, for the table
#   CAUGHT_BY compiler           who notices
#   MESSAGE "..."                a regular expression that the message must match; @LINE@ in it stands
#                                for the line of the text that was replaced)
# makes a test mutants.<name>. The programs are built by the test mutants.build, not by the usual
# build.

set(MUTANT_PROGRAMS
  01_elementwise/elementwise.cu 02_vectorized/vectorized.cu 03_atomic_naive/atomic_naive.cu
  04_privatization/privatization.cu 05_shared_memory/shared_memory.cu 06_coarsening/coarsening.cu
  07_cub/cub_histogram.cu)

# Writes a copy of `file` with one text replaced, and sets <line> to the line where that text starts.
function(_write_mutant line file copy find replace)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(FIND "${text}" "${find}" first)
  string(FIND "${text}" "${find}" last REVERSE)
  if(first LESS 0)
    message(FATAL_ERROR "mutants: ${file} no longer contains '${find}'")
  elseif(NOT first EQUAL last)
    message(FATAL_ERROR "mutants: ${file} contains '${find}' more than once")
  endif()
  string(SUBSTRING "${text}" 0 ${first} before)
  string(REGEX REPLACE "[^\n]" "" newlines "${before}")
  string(LENGTH "${newlines}" number)
  math(EXPR number "${number} + 1")
  set(${line} ${number} PARENT_SCOPE)
  string(REPLACE "${find}" "${replace}" text "${text}")
  set(old "")
  if(EXISTS ${copy})
    file(READ ${copy} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${copy} "${text}")
  endif()
endfunction()

function(add_mutant name)
  cmake_parse_arguments(PARSE_ARGV 1 M "" "LESSON;FILE;FIND;REPLACE;MISTAKE;CAUGHT_BY;MESSAGE" "")
  if(NOT TARGET ${M_LESSON})
    return()  # 07 without CUB
  endif()
  set(program ${MUTANT_PROGRAMS})
  list(FILTER program INCLUDE REGEX "^${M_LESSON}/")
  if(NOT M_FILE)
    set(M_FILE ${program})
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  _write_mutant(line ${PROJECT_SOURCE_DIR}/${M_FILE} ${folder}/${M_FILE} "${M_FIND}" "${M_REPLACE}")
  if(NOT M_FILE STREQUAL program)
    configure_file(${PROJECT_SOURCE_DIR}/${program} ${folder}/${program} COPYONLY)
  endif()

  set(target mutant_${name})
  add_cuda_executable(${target} ${folder}/${program})
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_include_directories(${target} BEFORE PRIVATE ${folder})  # a changed header comes first
  if(M_LESSON STREQUAL "07_cub")
    target_link_libraries(${target} PRIVATE cpu_cub)
  endif()

  string(REPLACE "@LINE@" "${line}" message "${M_MESSAGE}")
  if(M_CAUGHT_BY STREQUAL "compiler")
    add_test(NAME mutants.${name}
      COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${target})
    set_tests_properties(mutants.${name} PROPERTIES RESOURCE_LOCK build)
  endif()
  set_tests_properties(mutants.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${message}")
endfunction()
