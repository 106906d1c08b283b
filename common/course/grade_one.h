// One submission, from its file to its grade.
#pragma once

#include "common/course/grade.h"
#include "common/course/kit.h"

namespace course {

struct Submission {
  const Exercise* exercise;
  std::string student;
  std::filesystem::path file;
};

// Runs in a process of its own, whose children are all the submission's. `work` is a folder that
// does not exist yet.
Grade grade_one(const Submission& submission, const GradeOptions& options, const Kit& plain,
                const Kit& race, const Sandbox& sandbox, const std::filesystem::path& work);

}  // namespace course
