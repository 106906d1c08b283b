# doctest, for the tests: the target doctest::doctest. Nothing is downloaded: where doctest is not
# installed the course is built without tests.

if(COURSE_TESTS)
  find_package(doctest QUIET)
  find_path(DOCTEST_INCLUDE_DIR doctest/doctest.h)
  if(TARGET doctest::doctest)
    set_target_properties(doctest::doctest PROPERTIES IMPORTED_GLOBAL ON)
  elseif(DOCTEST_INCLUDE_DIR)  # the header alone is enough
    add_library(doctest::doctest INTERFACE IMPORTED GLOBAL)
    target_include_directories(doctest::doctest INTERFACE ${DOCTEST_INCLUDE_DIR})
  else()
    message(WARNING "doctest was not found, so no tests are built. Install the package doctest-dev, or name \
the folder that holds doctest/doctest.h: -DDOCTEST_INCLUDE_DIR=…; -DCOURSE_TESTS=OFF leaves the tests out \
without this warning")
    set(COURSE_TESTS OFF)
  endif()
endif()
