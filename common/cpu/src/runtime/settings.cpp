// See settings.h.
#include "runtime/settings.h"

#include <cstdlib>
#include <string>

#include "runtime/errors.h"

namespace course::cpu {

int setting(const char* name, int usual, int least, int most) {
  const char* text = std::getenv(name);
  if (text == nullptr) return usual;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    report_and_exit(std::string(name) + " must be a number from " + std::to_string(least) + " to " +
                    std::to_string(most));
  }
  return static_cast<int>(value);
}

}  // namespace course::cpu
