// Where the pages are.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

// The course that these tests were built from, or a copy of it that COURSE_ROOT names.
inline std::filesystem::path course_root() {
  const char* copy = std::getenv("COURSE_ROOT");
  return copy != nullptr ? copy : COURSE_SOURCE_DIR;
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  REQUIRE_MESSAGE(!text.str().empty(), path.string());
  return text.str();
}
