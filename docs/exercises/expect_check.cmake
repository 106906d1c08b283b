# cmake -DPROGRAM=path "-DSTATUS=1;3" -P expect_check.cmake
# Succeeds when `PROGRAM --check` ends with one of these exit statuses, and nothing else: WILL_FAIL
# would also take a crash or a usage error for the failure that is wanted.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --check RESULT_VARIABLE status
  OUTPUT_VARIABLE said ECHO_OUTPUT_VARIABLE)
if(NOT status IN_LIST STATUS)
  message(FATAL_ERROR "exit status ${status} instead of ${STATUS}")
endif()
# A case that loses the device must not be the next one's fault.
if(said MATCHES "ended the whole program")
  message(FATAL_ERROR "a case was judged that never ran")
endif()
