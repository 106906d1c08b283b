// Functions and variables of the host that code on the device uses: g++ compiles that, nvcc
// refuses.
#pragma once
#include <string>
#include <vector>

#include "functions.h"

struct HostUse {
  std::size_t position = 0;
  std::string what;  // for the learner
};

// The names that some file of the program defines for the host, or for the device.
struct KnownNames {
  std::vector<std::string> host_functions;
  std::vector<std::string> device_functions;
  std::vector<std::string> host_variables;
};
void collect_names(const SourceText& source, const std::vector<Function>& functions,
                   KnownNames& names);

// The uses in the functions on the device that nvcc would refuse. What it cannot tell it lets pass.
std::vector<HostUse> host_uses(const SourceText& source, const std::vector<Function>& functions,
                               const KnownNames& names);
