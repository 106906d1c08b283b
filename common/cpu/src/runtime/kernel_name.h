// What a kernel is called in messages.
#pragma once
#include <cpu_backend/launch.h>

#include <string>

namespace course::cpu {

// The text of the launch where it names the kernel, as in histogram<int>; where it is a pointer,
// the name of the function behind it, if the program knows one: one that only its own file sees
// (static, or in a namespace without a name) has none.
std::string kernel_name(const Kernel& kernel);

}  // namespace course::cpu
