// For tests: what a call complains about.
#pragma once

#include <string>

namespace course_tests {

// The message of the Error that `call` throws, "" when it throws none. Other exceptions pass on.
template <typename Error, typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace course_tests
