#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace course {

// A command line or input file that cannot be used: one line on stderr, exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  UsageError(const std::string& path, std::size_t line, const std::string& what)
      : std::runtime_error(path + ":" + std::to_string(line) + ": " + what) {}
};

}  // namespace course
