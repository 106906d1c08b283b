# cmake -DBIN=folder -DLESSONS="a;b" -DCSV=results.csv [-DRECORDED=other.csv] -P RunLessons.cmake
# Runs the lessons in order, each appending its results to CSV, then prints the course's table, beside
# the one of the file RECORDED if that is given.
file(REMOVE ${CSV})
set(broken)
foreach(lesson ${LESSONS})
  message("")
  execute_process(COMMAND ${BIN}/${lesson} --csv ${CSV} RESULT_VARIABLE status)
  if(status EQUAL 77)
    message(FATAL_ERROR "no usable CUDA device; configure with -DCOURSE_BACKEND=cpu to run without one")
  elseif(NOT status EQUAL 0)
    list(APPEND broken ${lesson})
  endif()
endforeach()
message("")
# Without a GPU the work counted here is shown beside times that were recorded on one.
if(RECORDED)
  file(RELATIVE_PATH RECORDED ${CMAKE_CURRENT_BINARY_DIR} ${RECORDED})
  # The sizes that all lessons have: adds and samples here, and what is nearest on record.
  set(RECORDED ${RECORDED} --n 1101100,1100003,2^20)
endif()
file(RELATIVE_PATH CSV ${CMAKE_CURRENT_BINARY_DIR} ${CSV})
execute_process(COMMAND ${BIN}/compare ${CSV} ${RECORDED} RESULT_VARIABLE status)
if(RECORDED)
  message("The 2^20 elements on record are few: a launch is a good part of these times, and a grid that fills the GPU has a "
          "thread for every four samples.\nREADME.md has the table for 2^28. Where a prediction and a recorded time "
          "differ, the recorded one was measured.")
endif()
if(NOT status EQUAL 0)
  list(APPEND broken compare)
endif()
if(broken)
  message(FATAL_ERROR "failed: ${broken}")
endif()
list(LENGTH LESSONS number)
message("All ${number} lessons ran, and every variant that is not wrong on purpose gave the right result.")
