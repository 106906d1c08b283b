// Checks answers to the numeric questions of the chapters' pages.
#pragma once

#include <string>
#include <vector>

#include "common/course/place.h"

namespace course {

// A line of docs/quiz.txt; its first lines say what it means.
struct KnownAnswer {
  std::string id;
  char kind = '=';  // '=' right, '~' right so far, '!' wrong
  std::string number;
  std::string text;

  std::string whole() const { return number + " " + text; }
};

// Throws UsageError with the line that is not understood.
std::vector<KnownAnswer> read_quiz(const std::filesystem::path& file);

// Prints whether the answer is right, or which step went wrong; without an answer the question, and
// without a question what questions there are. Returns the exit status: 0 right, 1 not right.
int quiz(const Place& place, const std::string& id, const std::string& answer);

}  // namespace course
