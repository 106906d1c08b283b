#include "common/exercise/log_words.h"

namespace course {
namespace {

// What follows `begin` on its line, or "".
std::string rest_of_line(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return text.substr(from, text.find('\n', from) - from);
}

// The indented lines that follow `begin`'s line, each after a semicolon: what the backend adds.
std::string indented_lines(const std::string& text, const std::string& begin) {
  std::string lines;
  std::size_t end = text.find('\n', text.find(begin));
  while (end != std::string::npos && text.compare(end, 3, "\n  ") == 0) {
    const std::size_t from = end + 3;
    end = text.find('\n', from);
    lines += "; " + text.substr(from, end == std::string::npos ? end : end - from);
  }
  return lines;
}

// "/long/way/name.cuh:31:5 in histogram" becomes "name.cuh:31".
std::string short_place(std::string place) {
  place = place.substr(0, place.find(' '));
  const std::size_t slash = place.rfind('/');
  if (slash != std::string::npos) place = place.substr(slash + 1);
  const std::size_t line = place.find(':');
  const std::size_t column = line == std::string::npos ? line : place.find(':', line + 1);
  return place.substr(0, column);
}

// "at /long/way/name.cuh:31" becomes "at name.cuh:31".
std::string without_folders(std::string text) {
  for (std::size_t slash; (slash = text.find('/')) != std::string::npos;) {
    const std::size_t word = text.rfind(' ', slash) + 1;  // 0 where there is no space
    text.erase(word, slash + 1 - word);
  }
  return text;
}

// The innermost line of a kernel's file in the report: the summary may name a line of the C++
// library that the kernel calls. "" where there is none.
std::string place_in_kernel(const std::string& log) {
  const std::size_t end = log.find(".cuh:", log.find("WARNING: ThreadSanitizer: data race"));
  if (end == std::string::npos) return "";
  const std::size_t begin = log.rfind(' ', end) + 1;
  return log.substr(begin, log.find_first_of(" \n", end) - begin);
}

}  // namespace

std::string race_in(const std::string& log) {
  std::string place = rest_of_line(log, "SUMMARY: ThreadSanitizer: data race ");
  if (place.empty()) return "";
  const std::string in_kernel = place_in_kernel(log);
  if (!in_kernel.empty()) place = in_kernel;
  return "a data race at " + short_place(place) +
         ": another thread touches the same place, with no barrier or atomic between them";
}

std::string finding_in(const std::string& log) {
  const std::string backend = rest_of_line(log, "CPU backend: ");
  if (!backend.empty()) {
    return without_folders(backend + indented_lines(log, "CPU backend: "));
  }
  return rest_of_line(log, "ERROR: AddressSanitizer: ");
}

}  // namespace course
