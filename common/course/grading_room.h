// What a grading needs for itself on this machine.
#pragma once

#include <filesystem>

namespace course {

// A folder that is gone when this process and those that it forked are, however they ended. Throws
// std::runtime_error.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  [[noreturn]] void wait_and_remove(const int* pipe_ends) const;

  std::filesystem::path path_;
  int alive_ = -1;  // a pipe that ends when nobody holds it any more
};

// Of all gradings by root on this machine one at a time: their submissions have the same users.
// Waits for another one, and says so.
class OnlyGrading {
 public:
  OnlyGrading();
  ~OnlyGrading();
  OnlyGrading(const OnlyGrading&) = delete;
  OnlyGrading& operator=(const OnlyGrading&) = delete;

 private:
  int file_ = -1;
};

}  // namespace course
