# Warnings for everything that is ours, and COURSE_WERROR, which makes them errors.

function(set_warnings target)
  set(flags -Wall -Wextra)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND flags -Wno-restrict)  # wrong about strings that are put together with +
  endif()
  if(COURSE_WERROR)
    list(APPEND flags -Werror)
  endif()
  list(JOIN flags "," joined)
  # nvcc hands them to its host compiler; clang as CUDA compiler takes them itself.
  target_compile_options(${target} PRIVATE
    $<$<OR:$<COMPILE_LANGUAGE:CXX>,$<COMPILE_LANG_AND_ID:CUDA,Clang>>:${flags}>
    $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=${joined}>)
  if(COURSE_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Werror=all-warnings>)
  endif()
endfunction()
