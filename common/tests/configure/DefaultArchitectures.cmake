# cmake -DNVCC=program -P …: the default architectures for that toolkit.
# cmake -DARCHITECTURES=list -P …: whether the course takes them.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/CheckNvcc.cmake)
if(NVCC)
  default_architectures(list ${NVCC})
  list(JOIN list " " list)
  message("architectures: ${list}")
else()
  set(CMAKE_CUDA_ARCHITECTURES ${ARCHITECTURES})
  require_supported_architectures()
endif()
