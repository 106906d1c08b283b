// The exercises of the course. The build makes the list from docs/exercises/list.txt.
#pragma once

#include <string>
#include <vector>

#include "common/exercise/proof.h"

namespace course {

struct Exercise {
  std::string id;      // "05.2": chapter, and number in the chapter
  std::string folder;  // "05_skip_empty", below docs/exercises
  std::string name;    // "skip_empty": the student's file is name.cuh
  std::string title;   // one line
  ExerciseProof proof;
};

// In the order of the course.
const std::vector<Exercise>& exercises();

// By id, folder or name. Throws UsageError, naming what there is.
const Exercise& exercise_named(const std::string& text);

}  // namespace course
