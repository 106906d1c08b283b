# CUB on the CPU backend: its own headers, unmodified, with the shims in any/ before them.

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

# CUB's version as its own header writes it, such as 2.3.2.
function(_cpu_cub_version out folder)
  file(STRINGS ${folder}/cub/version.cuh line REGEX "define +CUB_VERSION +[0-9]+")
  string(REGEX REPLACE ".*CUB_VERSION +([0-9]+).*" "\\1" number "${line}")
  math(EXPR major "${number} / 100000")
  math(EXPR minor "${number} / 100 % 1000")
  math(EXPR patch "${number} % 100")
  set(${out} ${major}.${minor}.${patch} PARENT_SCOPE)
endfunction()

# Makes the target cpu_cub: the CUB in `folder`, for programs of the CPU backend.
function(add_cpu_cub folder)
  add_library(cpu_cub INTERFACE)
  target_include_directories(cpu_cub INTERFACE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/any)
  if(NOT folder STREQUAL "/usr/include")  # the compiler's own, and last
    target_include_directories(cpu_cub SYSTEM INTERFACE ${folder})
  endif()
  # Half precision of CUDA's is not ours. Thrust's iterators, which CUB 3 includes, must not lead to
  # its kernels. CUB's scans pass on values of lanes that have none. The
  # permission is for g++ 12, which minds that CUB's classes give a member the name of a class that
  # they use.
  target_compile_options(cpu_cub INTERFACE
    -DCCCL_DISABLE_FP16_SUPPORT -DCCCL_DISABLE_BF16_SUPPORT -DCUB_DISABLE_BF16_SUPPORT
    -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -fpermissive>)
  target_link_libraries(cpu_cub INTERFACE cpu_backend)
endfunction()

# Whether kernels with the CUB in `folder` compile and count right. What they say is in the file log
# of the probe's folder.
function(_cpu_cub_works out folder)
  set(probe ${CMAKE_BINARY_DIR}/cpu_cub_probe)
  set(settings -DCUB_FOLDER=${folder} -DCMAKE_BUILD_TYPE=None)
  foreach(name CMAKE_MAKE_PROGRAM CMAKE_TOOLCHAIN_FILE CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER
          CMAKE_CXX_FLAGS CMAKE_EXE_LINKER_FLAGS)
    if(${name})
      list(JOIN ${name} "\\;" value)
      list(APPEND settings "-D${name}=${value}")
    endif()
  endforeach()
  set(run ${CMAKE_CROSSCOMPILING_EMULATOR} ${probe}/probe)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    set(run ${CMAKE_COMMAND} -E true)  # what compiles is trusted
  endif()
  file(MAKE_DIRECTORY ${probe})
  set(log OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE failed)
  execute_process(${log} COMMAND ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} ${settings}
    -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/probe -B ${probe})
  file(WRITE ${probe}/log "${text}")
  if(NOT failed)
    execute_process(${log} COMMAND ${CMAKE_COMMAND} --build ${probe} --target probe --parallel)
    file(APPEND ${probe}/log "${text}")
  endif()
  if(NOT failed)
    execute_process(${log} COMMAND ${run})
    file(APPEND ${probe}/log "${text}")
  endif()
  if(failed)
    set(${out} FALSE PARENT_SCOPE)
  else()
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Sets <out> to TRUE and makes the target cpu_cub if there is a CUB that works. Else sets <out> to
# FALSE and CPU_CUB_REASON to one line that says how to get one.
function(find_cpu_cub out)
  _cpu_cub_candidates(folders)
  set(refused)
  foreach(folder ${folders})
    _cpu_cub_version(version ${folder})
    # Only success is remembered: what is missing today may be installed tomorrow.
    set(found "${folder} ${version} ${CMAKE_CXX_COMPILER}")
    set(works TRUE)
    if(NOT COURSE_CUB_THAT_WORKS STREQUAL found)
      message(STATUS "Trying CUB ${version} in ${folder}/cub")
      _cpu_cub_works(works ${folder})
    endif()
    if(works)
      set(COURSE_CUB_THAT_WORKS "${found}" CACHE INTERNAL "")
      add_cpu_cub(${folder})
      message(STATUS "CUB: ${version} in ${folder}/cub")
      set(${out} TRUE PARENT_SCOPE)
      return()
    endif()
    list(APPEND refused "${version} in ${folder}/cub")
  endforeach()
  set(${out} FALSE PARENT_SCOPE)
  set(install "install the packages libcub-dev and libthrust-dev, or the CUDA Toolkit")
  if(refused)
    list(JOIN refused ", " refused)
    set(CPU_CUB_REASON "CUB ${refused} does not work on the CPU backend (messages in \
${CMAKE_BINARY_DIR}/cpu_cub_probe/log); ${install}" PARENT_SCOPE)
  elseif(COURSE_CUB_INCLUDE_DIR)
    set(CPU_CUB_REASON "COURSE_CUB_INCLUDE_DIR is ${COURSE_CUB_INCLUDE_DIR}, and there is no \
cub/version.cuh" PARENT_SCOPE)
  else()
    set(CPU_CUB_REASON "CUB was not found; ${install}" PARENT_SCOPE)
  endif()
endfunction()
