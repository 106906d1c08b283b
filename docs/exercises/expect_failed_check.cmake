# cmake -DPROGRAM=path -P expect_failed_check.cmake
# Succeeds when `PROGRAM --check` finds a wrong result: exit status 1, and nothing else.
execute_process(COMMAND ${PROGRAM} --check RESULT_VARIABLE status
  OUTPUT_VARIABLE said ECHO_OUTPUT_VARIABLE)
if(NOT status EQUAL 1)
  message(FATAL_ERROR "exit status ${status} instead of 1")
endif()
# A case that loses the device must not be the next one's fault.
if(said MATCHES "ended the whole program")
  message(FATAL_ERROR "a case was judged that never ran")
endif()
