// Programs hold code for some architectures, and a GPU may be of another.
#pragma once

#include <string>

namespace course {

// What CUDA's message lacks when `error` says that there is no code for the device: its compute
// capability (86 for 8.6), what the program was built for (empty: not known), and the way out.
// Empty for other errors.
std::string architecture_hint(int error, int compute_capability, const std::string& built_for);

// The same for the current device and this program.
std::string architecture_hint(int error);

}  // namespace course
