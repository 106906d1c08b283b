# Decides how lessons are built: sets COURSE_CUDA to ON (nvcc) or OFF (CPU backend), and enables the
# CUDA language where it is needed.

if(NOT COURSE_BACKEND MATCHES "^(auto|cuda|cpu)$")
  message(FATAL_ERROR "COURSE_BACKEND is '${COURSE_BACKEND}'; it must be auto, cuda or cpu")
endif()

if(NOT COURSE_BACKEND STREQUAL "cpu")
  try_run(COURSE_NO_GPU COURSE_GPU_DETECTION_COMPILED ${CMAKE_BINARY_DIR}/detect_gpu
          ${CMAKE_SOURCE_DIR}/common/cmake/detect_gpu.cpp LINK_LIBRARIES ${CMAKE_DL_LIBS})
  set(COURSE_GPU_ANSWERS OFF)
  if(COURSE_GPU_DETECTION_COMPILED AND COURSE_NO_GPU EQUAL 0)
    set(COURSE_GPU_ANSWERS ON)
  endif()
  # Asked again at the next configuration: a driver may have been installed in between.
  unset(COURSE_NO_GPU CACHE)
  unset(COURSE_GPU_DETECTION_COMPILED CACHE)

  # A toolkit from NVIDIA's installer is often not on the PATH.
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
endif()

set(COURSE_CUDA OFF)
if(COURSE_BACKEND STREQUAL "cuda")
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "COURSE_BACKEND=cuda needs the CUDA Toolkit, and no nvcc was found")
  endif()
  set(COURSE_CUDA ON)
elseif(COURSE_BACKEND STREQUAL "auto" AND CMAKE_CUDA_COMPILER AND COURSE_GPU_ANSWERS)
  set(COURSE_CUDA ON)
endif()

if(COURSE_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    if(COURSE_GPU_ANSWERS)
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES all-major)
    endif()
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  message(STATUS "Backend: CUDA ${CUDAToolkit_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
elseif(COURSE_BACKEND STREQUAL "cpu")
  message(STATUS "Backend: CPU")
elseif(NOT CMAKE_CUDA_COMPILER)
  message(STATUS "Backend: CPU, because no CUDA compiler was found")
else()
  message(STATUS "Backend: CPU, because no GPU answers")
endif()
