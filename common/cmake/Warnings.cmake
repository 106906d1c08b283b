# Warnings for everything that is ours, and COURSE_WERROR, which makes them errors.

function(set_warnings target)
  set(flags -Wall -Wextra)
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
