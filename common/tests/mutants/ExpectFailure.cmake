# cmake -DPROGRAM=path -DARGUMENTS="a;b" -DMESSAGE=regex -P ExpectFailure.cmake
# Succeeds if the program fails and what it prints matches the regular expression.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(status EQUAL 0)
  message(FATAL_ERROR "not caught; it printed:\n${text}")
elseif(NOT text MATCHES "${MESSAGE}")
  message(FATAL_ERROR "caught, but no line matches '${MESSAGE}' in:\n${text}")
endif()
message("${CMAKE_MATCH_0}")
