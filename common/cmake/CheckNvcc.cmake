# Asks nvcc about its host compiler, before CMake does with longer answers.

# Sets NVCC_REFUSES to the line with which `nvcc` refuses its host compiler, or to nothing, and
# NVCC_HOST to that compiler as "GNU 12" or "Clang 14", or to nothing.
function(ask_nvcc nvcc)
  set(file ${CMAKE_BINARY_DIR}/CMakeFiles/host_compiler.cu)
  file(WRITE ${file} [[
#if defined(__clang__)
course_host Clang __clang_major__
#elif defined(__GNUC__)
course_host GNU __GNUC__
#endif
]])
  set(host ${CMAKE_CUDA_HOST_COMPILER})
  if(NOT host)
    set(host $ENV{CUDAHOSTCXX})
  endif()
  if(host)
    set(host -ccbin ${host})
  endif()
  execute_process(COMMAND ${nvcc} ${host} -E ${file}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE errors)
  set(NVCC_REFUSES "" PARENT_SCOPE)
  set(NVCC_HOST "" PARENT_SCOPE)
  if(text MATCHES "course_host ([A-Za-z]+ [0-9]+)")
    set(NVCC_HOST ${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(NOT status EQUAL 0)
    set(line "${status}")
    if(errors MATCHES "([^\n]*(unsupported|error|fatal|No such file)[^\n]*)")
      set(line "${CMAKE_MATCH_1}")
    endif()
    set(NVCC_REFUSES "${line}" PARENT_SCOPE)
  endif()
endfunction()

# Stops when nvcc's host compiler and CMake's C++ compiler are two versions of g++: their objects end
# up in one program, and the older one's library lacks what the newer one's code calls.
function(require_one_compiler)
  string(REGEX REPLACE "[.].*" "" major "${CMAKE_CXX_COMPILER_VERSION}")
  set(ours "${CMAKE_CXX_COMPILER_ID} ${major}")
  if(NVCC_HOST MATCHES "^GNU" AND ours MATCHES "^GNU" AND NOT NVCC_HOST STREQUAL ours)
    message(FATAL_ERROR "nvcc compiles host code with ${NVCC_HOST}, CMake with ${ours} \
(${CMAKE_CXX_COMPILER}): objects of two versions do not link. Take one for both, in a fresh build folder: \
-DCMAKE_CUDA_HOST_COMPILER=${CMAKE_CXX_COMPILER}, or -DCMAKE_CXX_COMPILER= with nvcc's")
  endif()
endfunction()

# Every lesson compiles for compute capability 7.0 and newer: before it there is no __match_any_sync.
set(COURSE_FIRST_ARCHITECTURE 70)

# The first architecture of each generation that the course supports and `nvcc` knows, as a list for
# CMAKE_CUDA_ARCHITECTURES. The last one's PTX is for GPUs yet to come.
function(default_architectures out nvcc)
  execute_process(COMMAND ${nvcc} --list-gpu-arch OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCHALL "compute_[0-9]+" known "${text}")
  list(TRANSFORM known REPLACE "compute_" "")
  list(SORT known COMPARE NATURAL)
  set(chosen)
  foreach(number ${known})
    if(number GREATER_EQUAL COURSE_FIRST_ARCHITECTURE AND (NOT chosen OR number MATCHES "0$"))
      list(APPEND chosen ${number}-real)
    endif()
  endforeach()
  if(NOT chosen)
    set(${out} all-major PARENT_SCOPE)
    return()
  endif()
  list(POP_BACK chosen last)
  string(REPLACE "-real" "" last ${last})
  set(${out} ${chosen} ${last} PARENT_SCOPE)
endfunction()

# Stops at an architecture that is too old for the course. After enable_language(CUDA).
function(require_supported_architectures)
  set(architectures ${CMAKE_CUDA_ARCHITECTURES})
  if(architectures STREQUAL "native")
    set(architectures ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
  elseif(architectures STREQUAL "all-major")
    set(architectures ${CMAKE_CUDA_ARCHITECTURES_ALL_MAJOR})
  elseif(architectures STREQUAL "all")
    set(architectures ${CMAKE_CUDA_ARCHITECTURES_ALL})
  endif()
  foreach(architecture ${architectures})
    if(architecture MATCHES "^([0-9]+)" AND CMAKE_MATCH_1 LESS COURSE_FIRST_ARCHITECTURE)
      message(FATAL_ERROR "the course supports GPUs of compute capability 7.0 and newer, and \
CMAKE_CUDA_ARCHITECTURES (${CMAKE_CUDA_ARCHITECTURES}) asks for ${CMAKE_MATCH_1}. Older GPUs: use the CPU \
backend, -DCOURSE_BACKEND=cpu")
    endif()
  endforeach()
endfunction()
