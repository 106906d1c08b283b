// What submissions are built with: the course's libraries and headers, built once and copied to a
// place of their own, from which neither solutions nor other submissions can be reached.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/exercise/catalogue.h"
#include "common/exercise/sandbox.h"

namespace course {

enum class Build { plain, race };

// The exercise's own file with the function main.
std::filesystem::path main_file(const Exercise& exercise);

class Kit {
 public:
  // Builds what is out of date and copies it below `folder`. Throws std::runtime_error with the
  // last lines of the build.
  Kit(Build build, const std::filesystem::path& folder);

  // Builds `work`/answer, which holds exercise.cu and the student's file, in a new folder of the
  // sandbox's user in `work`. Returns "" or what the compiler says first. `traced`: with kernels
  // whose accesses are counted, except in the race build.
  std::string build(const std::filesystem::path& work, const Sandbox& sandbox, bool traced) const;
  std::filesystem::path program(const std::filesystem::path& work) const {
    return work / name_ / "program";
  }

 private:
  std::string name_;
  std::filesystem::path folder_;
};

}  // namespace course
