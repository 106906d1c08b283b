// Settings from the environment.
#pragma once

namespace course::cpu {

// The whole number in the environment variable `name`, or `usual` if it is not set. Ends the
// program with a message if it is no number from `least` to `most`.
int setting(const char* name, int usual, int least, int most);

}  // namespace course::cpu
