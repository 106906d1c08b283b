// Where the course and its build lie.
#pragma once

#include <filesystem>
#include <string>

#include "common/exercise/catalogue.h"

namespace course {

// By default where this program was built from, and in what folder.
struct Place {
  std::filesystem::path course = COURSE_SOURCE_DIR;
  std::filesystem::path build = COURSE_BUILD_DIR;

  std::filesystem::path folder_of(const Exercise& exercise) const {
    return course / "docs/exercises" / exercise.folder;
  }
  std::filesystem::path file_of(const Exercise& exercise) const {  // the learner's
    return folder_of(exercise) / (exercise.name + ".cuh");
  }
  // This program, as it is typed in the course's folder.
  std::string program() const { return (build / "bin/course").lexically_relative(course).string(); }
};

}  // namespace course
