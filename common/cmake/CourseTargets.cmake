# How lessons become targets.

include(Warnings)

# An executable from CUDA sources, built by nvcc or for the CPU backend, without the harness.
function(add_plain_cuda_executable target)
  set(sources)
  foreach(source ${ARGN})
    if(NOT COURSE_CUDA AND source MATCHES "\\.cu$")
      cpu_cuda_source(source ${source} ${target})
    endif()
    list(APPEND sources ${source})
  endforeach()
  add_executable(${target} ${sources})
  if(COURSE_CUDA)
    target_compile_features(${target} PRIVATE cuda_std_17)
  else()
    target_link_libraries(${target} PRIVATE cpu_backend)
  endif()
  set_warnings(${target})
endfunction()

# The same with the harness.
function(add_cuda_executable target)
  add_plain_cuda_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE course_harness)
endfunction()

# Under a sanitizer a smaller device keeps the grids that fill it small. ThreadSanitizer must say
# nothing about any kernel but the one that is racy on purpose.
set(COURSE_CHECK_ENVIRONMENT)
if(COURSE_SANITIZE)
  list(APPEND COURSE_CHECK_ENVIRONMENT COURSE_CPU_MULTIPROCESSORS=2)
endif()
if(COURSE_SANITIZE STREQUAL "thread")
  list(APPEND COURSE_CHECK_ENVIRONMENT
    "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/common/cmake/racy_on_purpose.txt")
endif()

# A program with variants: a target, and a test that runs its --check. Further arguments are
# libraries that it needs.
function(add_checked_program name source)
  add_cuda_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE ${ARGN})
  if(COURSE_TESTS)
    add_test(NAME ${name}.check COMMAND ${name} --check)
    set_tests_properties(${name}.check PROPERTIES SKIP_RETURN_CODE 77
      ENVIRONMENT "${COURSE_CHECK_ENVIRONMENT}")
  endif()
endfunction()

# The lesson in the folder `name`, and its target of the same name.
function(add_lesson name program)
  add_checked_program(${name} ${CMAKE_SOURCE_DIR}/${name}/${program} ${ARGN})
  set_property(GLOBAL APPEND PROPERTY COURSE_LESSONS ${name})
endfunction()

# Whether programs can be built so that what their warps ask of memory is counted.
set(COURSE_CAN_TRACE OFF)
if(NOT COURSE_CUDA AND NOT COURSE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(COURSE_CAN_TRACE ON)
endif()

# As add_cuda_executable, so built where that can be.
function(add_traced_executable target source)
  if(NOT COURSE_CAN_TRACE)
    add_cuda_executable(${target} ${source})
    return()
  endif()
  cpu_cuda_source(source ${source} ${target} TRACE)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE cpu_trace course_harness)
  set_warnings(${target})
endfunction()

# The lesson once more, NAME_traced, which takes the place of the lesson when all are run.
function(add_traced_lesson name program)
  if(COURSE_CAN_TRACE)
    add_traced_executable(${name}_traced ${CMAKE_SOURCE_DIR}/${name}/${program})
    set_property(GLOBAL APPEND PROPERTY COURSE_TRACED_LESSONS ${name}_traced)
  endif()
endfunction()

# `lessons` runs all lessons in order and ends with the table of the course.
function(add_lessons_target)
  get_property(lessons GLOBAL PROPERTY COURSE_LESSONS)
  get_property(traced GLOBAL PROPERTY COURSE_TRACED_LESSONS)
  set(programs ${lessons} ${traced})
  foreach(twin ${traced})
    string(REPLACE "_traced" "" lesson ${twin})
    list(TRANSFORM lessons REPLACE "^${lesson}$" ${twin})
  endforeach()
  set(recorded)
  if(NOT COURSE_CUDA)
    set(recorded -DRECORDED=${CMAKE_SOURCE_DIR}/docs/results/h200.csv)
  endif()
  add_custom_target(lessons
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DBIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY} "-DLESSONS=${lessons}"
            -DCSV=${CMAKE_BINARY_DIR}/results.csv ${recorded} -P ${CMAKE_SOURCE_DIR}/common/cmake/RunLessons.cmake
    USES_TERMINAL VERBATIM)
  add_dependencies(lessons ${programs} compare course)
endfunction()
