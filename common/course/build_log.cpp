#include "common/course/build_log.h"

#include <sstream>

namespace course {
namespace {

bool is_error(const std::string& line) {
  for (const char* sign : {"error:", "multiple definition", "undefined reference"}) {
    if (line.find(sign) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string first_error(const std::string& log, int lines_after) {
  std::istringstream lines(log);
  std::string first, line;
  while (std::getline(lines, line)) {
    if (first.empty()) first = line;
    if (!is_error(line)) continue;
    first = line;
    break;
  }
  const std::size_t colon = first.find(':');
  const std::size_t slash = first.rfind('/', colon);
  if (slash != std::string::npos) first.erase(0, slash + 1);
  while (lines_after-- > 0 && std::getline(lines, line)) first += "\n" + line;
  return first;
}

}  // namespace course
