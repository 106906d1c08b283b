// What the CPU backend found wrong last.
#pragma once
#include <string>

namespace course::cpu {

// The text of the last diagnosis, without the leading "CPU backend: ", or an empty string. It is
// kept until the next one or until cudaDeviceReset().
std::string last_diagnosis();

}  // namespace course::cpu
