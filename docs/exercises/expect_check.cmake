# cmake -DPROGRAM=path "-DSTATUS=1;3" [-DQUOTED=05_stuck] -P expect_check.cmake
# Succeeds when `PROGRAM --check` ends with one of these exit statuses, and nothing else: WILL_FAIL
# would also take a crash or a usage error for the failure that is wanted. What the exercise's page and docs/exercises/README.md
# quote of it must be what it says; "…" stands for anything.
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

string(REPLACE ";" "," said "${said}")  # CMake's lists have semicolons
set(pages)
if(QUOTED)
  set(pages ${CMAKE_CURRENT_LIST_DIR}/${QUOTED}/README.md ${CMAKE_CURRENT_LIST_DIR}/README.md)
endif()
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REPLACE ";" "," text "${text}")
  if(NOT page MATCHES "/${QUOTED}/" AND NOT text MATCHES "\n${QUOTED} --check: ")
    continue()  # it quotes another one
  endif()
  string(REGEX MATCHALL "(\n *case [0-9]+ \\(|\n${QUOTED} --check: )[^\n]*" quotes "${text}")
  foreach(quote IN LISTS quotes)
    set(rest "${said}")
    string(STRIP "${quote}" quote)
    string(REPLACE "…" ";" parts "${quote}")
    foreach(part IN LISTS parts)
      string(FIND "${rest}" "${part}" at)
      if(at EQUAL -1)
        message(FATAL_ERROR "${page} shows what --check does not say: ${quote}")
      endif()
      string(SUBSTRING "${rest}" ${at} -1 rest)
    endforeach()
  endforeach()
endforeach()
