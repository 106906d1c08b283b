# cmake -DSOURCE=folder -DBINARY=folder [-DSETTINGS="-Da=b;..."] -DEXPECT=regex [-DREFUSE=regex] [-DFAILS=ON]
#       -P ConfigureCourse.cmake
# Configures the course in a fresh folder and looks at what is said. The environment is the caller's.
file(REMOVE_RECURSE ${BINARY})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G Ninja ${SETTINGS}
  RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
string(REGEX REPLACE "[ \n]+" " " line "${text}")  # CMake breaks lines where it likes
if((FAILS AND status EQUAL 0) OR (NOT FAILS AND NOT status EQUAL 0))
  message(FATAL_ERROR "status ${status}:\n${text}")
elseif(NOT line MATCHES "${EXPECT}")
  message(FATAL_ERROR "nothing matches '${EXPECT}' in:\n${text}")
elseif(REFUSE AND line MATCHES "${REFUSE}")
  message(FATAL_ERROR "'${REFUSE}' is in:\n${text}")
endif()
file(REMOVE_RECURSE ${BINARY})
