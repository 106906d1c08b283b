# cmake -DPROGRAM=path -P expect_failed_check.cmake
# Succeeds when `PROGRAM --check` finds a wrong result: exit status 1, and nothing else.
execute_process(COMMAND ${PROGRAM} --check RESULT_VARIABLE status)
if(NOT status EQUAL 1)
  message(FATAL_ERROR "exit status ${status} instead of 1")
endif()
