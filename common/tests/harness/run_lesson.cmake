# Runs a lesson's program once and checks what it says.
#   cmake -DPROGRAM=path "-DARGUMENTS=--n;5" -DSTATUS=0 [-DSTDOUT=regex] [-DSTDERR=regex]
#         [-DNOT_STDOUT=regex] [-DCSV=file] [-DCSV_CONTENT=regex] [-DNOT_CSV_CONTENT=regex]
#         -P run_lesson.cmake
# STDERR empty: nothing may be written there. CSV is removed first; CSV_CONTENT is what it holds then.
# Without a device (exit status 77) the test counts as skipped, unless 77 is what it expects.
if(CSV)
  file(REMOVE ${CSV})
endif()
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE status OUTPUT_VARIABLE stdout ERROR_VARIABLE stderr TIMEOUT 300)
# AddressSanitizer's word about the CPU backend's fibers is none of the program's.
string(REGEX REPLACE "==[0-9]+==WARNING: ASan doesn't fully support makecontext[^\n]*\n" "" stderr "${stderr}")
message("exit status ${status}\n--- stdout\n${stdout}--- stderr\n${stderr}---")
if(status STREQUAL "77" AND NOT STATUS STREQUAL "77")
  message("SKIPPED: no usable device")
  return()
endif()

set(wrong)
if(NOT status STREQUAL STATUS)
  list(APPEND wrong "the exit status is ${status} instead of ${STATUS}")
endif()
if(STDERR AND NOT stderr MATCHES "${STDERR}")
  list(APPEND wrong "stderr does not match ${STDERR}")
endif()
if(NOT STDERR AND NOT stderr STREQUAL "")
  list(APPEND wrong "there is something on stderr")
endif()
if(STDOUT AND NOT stdout MATCHES "${STDOUT}")
  list(APPEND wrong "stdout does not match ${STDOUT}")
endif()
if(NOT_STDOUT AND stdout MATCHES "${NOT_STDOUT}")
  list(APPEND wrong "stdout matches ${NOT_STDOUT}")
endif()
if(CSV_CONTENT OR NOT_CSV_CONTENT)
  file(READ ${CSV} content)
  message("--- ${CSV}\n${content}---")
  if(CSV_CONTENT AND NOT content MATCHES "${CSV_CONTENT}")
    list(APPEND wrong "the CSV file does not match ${CSV_CONTENT}")
  endif()
  if(NOT_CSV_CONTENT AND content MATCHES "${NOT_CSV_CONTENT}")
    list(APPEND wrong "the CSV file matches ${NOT_CSV_CONTENT}")
  endif()
endif()
if(wrong)
  list(JOIN wrong "\n" wrong)
  message(FATAL_ERROR "${wrong}")
endif()
