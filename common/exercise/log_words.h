// What a process printed before it failed, as one line for people.
#pragma once

#include <string>

namespace course {

// ThreadSanitizer's report of a race, with the line of the source, or "".
std::string race_in(const std::string& log);

// What the CPU backend or AddressSanitizer found, or "".
std::string finding_in(const std::string& log);

}  // namespace course
