#include "common/exercise/catalogue.h"

#include "common/row/usage_error.h"

namespace course {

const Exercise& exercise_named(const std::string& text) {
  std::string known;
  for (const Exercise& exercise : exercises()) {
    const bool is_meant = text == exercise.id || "0" + text == exercise.id ||
                          text == exercise.folder || text == exercise.name;
    if (is_meant) return exercise;
    known += (known.empty() ? "" : ", ") + exercise.id + " " + exercise.name;
  }
  throw UsageError("there is no exercise '" + text + "'; there are " + known);
}

}  // namespace course
