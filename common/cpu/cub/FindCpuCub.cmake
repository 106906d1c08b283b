# CUB on the CPU backend: its own headers, unmodified, with the shims in this folder before them.

set(COURSE_CUB_INCLUDE_DIR "" CACHE PATH
    "CPU backend: the folder that holds cub/version.cuh; empty: the CUDA Toolkit's, else libcub-dev's")

# The folders to try, best first.
function(_cpu_cub_candidates out)
  if(COURSE_CUB_INCLUDE_DIR)
    set(folders ${COURSE_CUB_INCLUDE_DIR})
  else()
    set(toolkits $ENV{CUDAToolkit_ROOT} $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda /opt/cuda)
    list(APPEND toolkits ${CUDAToolkit_ROOT})
    list(TRANSFORM toolkits APPEND /include/cccl OUTPUT_VARIABLE folders)
    list(TRANSFORM toolkits APPEND /include)
    list(APPEND folders ${toolkits} /usr/include)
  endif()
  list(FILTER folders INCLUDE REGEX "^/")
  set(found)
  foreach(folder ${folders})
    if(EXISTS ${folder}/cub/version.cuh)
      list(APPEND found ${folder})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Whether the headers in `folder` compile with the shims in `shims`. Only success is remembered: what
# is missing today may be installed tomorrow.
function(_cpu_cub_compiles out folder shims)
  string(MAKE_C_IDENTIFIER "CPU_CUB_COMPILES_${shims}_${folder}" result)
  if(NOT ${result})
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
    set(includes ${here}/${shims} ${here}/any ${here}/../include ${folder})
    list(REMOVE_ITEM includes /usr/include)  # the compiler's own, and last
    try_compile(${result} ${CMAKE_BINARY_DIR}/cpu_cub_probe SOURCES ${here}/probe.cpp
      CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes}"
      COMPILE_DEFINITIONS ${CPU_CUB_OPTIONS} -O0 -w
      CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON)
    if(NOT ${result})
      unset(${result} CACHE)
    endif()
  endif()
  set(${out} ${${result}} PARENT_SCOPE)
endfunction()

# Sets <out> to TRUE and makes the target cpu_cub if CUB's headers are there. Else sets <out> to FALSE
# and CPU_CUB_REASON to one line that says how to get them.
function(find_cpu_cub out)
  # Half precision of CUDA's is not ours. The permission is for g++ 12, which minds that CUB's classes
  # give a member the name of a class that they use.
  set(CPU_CUB_OPTIONS -DCCCL_DISABLE_FP16_SUPPORT -DCCCL_DISABLE_BF16_SUPPORT)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND CPU_CUB_OPTIONS -fpermissive)
  endif()
  set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  _cpu_cub_candidates(folders)
  foreach(folder ${folders})
    foreach(shims cccl libcub)
      _cpu_cub_compiles(compiles ${folder} ${shims})
      if(NOT compiles)
        continue()
      endif()
      add_library(cpu_cub INTERFACE)
      target_include_directories(cpu_cub INTERFACE ${here}/${shims} ${here}/any)
      if(NOT folder STREQUAL "/usr/include")
        target_include_directories(cpu_cub SYSTEM INTERFACE ${folder})
      endif()
      # CUB's scans pass on values of lanes that have none.
      target_compile_options(cpu_cub INTERFACE ${CPU_CUB_OPTIONS} -Wno-maybe-uninitialized)
      target_link_libraries(cpu_cub INTERFACE cpu_backend)
      message(STATUS "CUB: ${folder}/cub")
      set(${out} TRUE PARENT_SCOPE)
      return()
    endforeach()
  endforeach()
  set(${out} FALSE PARENT_SCOPE)
  if(folders)
    list(JOIN folders ", " tried)
    set(CPU_CUB_REASON "CUB in ${tried} is of a version that the CPU backend cannot compile; \
install libcub-dev, or the CUDA Toolkit 13" PARENT_SCOPE)
  else()
    set(CPU_CUB_REASON "CUB was not found; install libcub-dev, or the CUDA Toolkit" PARENT_SCOPE)
  endif()
endfunction()
