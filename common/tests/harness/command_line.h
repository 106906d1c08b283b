// For tests: parses a command line given as words.
#pragma once

#include <string>
#include <vector>

#include "common/harness/device/check.h"
#include "common/harness/run/options.h"

namespace course_tests {

inline course::Options parse(course::LessonKind kind, std::vector<std::string> words,
                             bool* help = nullptr) {
  words.insert(words.begin(), "lesson");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  bool ignored = false;
  return course::parse_options(kind, static_cast<int>(words.size()), argv.data(),
                               help != nullptr ? help : &ignored);
}

inline course::Options histogram(std::vector<std::string> words) {
  return parse(course::LessonKind::histogram, std::move(words));
}
inline course::Options elementwise(std::vector<std::string> words) {
  return parse(course::LessonKind::elementwise, std::move(words));
}

}  // namespace course_tests
