#include "common/exercise/catalogue.h"

#include "common/row/usage_error.h"

namespace course {

const Exercise& exercise_named(const std::string& text) {
  std::string known;
  for (const Exercise& exercise : exercises()) {
    if (text == exercise.id || text == exercise.folder || text == exercise.name) return exercise;
    known += (known.empty() ? "" : ", ") + exercise.id + " " + exercise.name;
  }
  throw UsageError("there is no exercise '" + text + "'; there are " + known);
}

}  // namespace course
