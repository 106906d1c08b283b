// The files of docs/results that hold rows with times.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace course_tests {

inline std::vector<std::filesystem::path> recorded_files() {
  const std::set<std::string> others = {"h200-rates.csv", "h200-ncu.csv", "h200-instructions.csv",
                                        "h200-racy.csv", "h200-blocks.csv"};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(COURSE_SOURCE_DIR "/docs/results")) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() == ".csv" && others.count(file.filename().string()) == 0) {
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace course_tests
