// Grades submissions: builds each in a fresh folder, runs it in processes of its own, and compares.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/exercise/catalogue.h"

namespace course {

struct GradeOptions {
  std::vector<const Exercise*> exercises;
  std::filesystem::path folder;  // one folder for each student, in it name.cuh of each exercise
  std::uint64_t seed = 1;
  std::optional<int> only;  // this case alone
  int jobs = 1;
  std::string csv, json;  // files to write; empty: none
};

struct Grade {
  std::string student, exercise;
  std::string status;     // "passed", "failed" or "missing"
  std::string failed_by;  // of build, results, work, bins, race, crash, memory, time those it
                          // failed: "work+race"
  int passed = 0, total = 0;
  Counted work;         // in the plain build, or in the traced one that takes its place
  std::string message;  // what failed first
};

// Prints a line for each submission, writes the files, and returns the exit status: 0 when all were
// judged, whatever came of it. Throws UsageError and std::runtime_error.
int grade(const GradeOptions& options);

}  // namespace course
