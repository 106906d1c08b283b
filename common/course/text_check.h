// What has no place in a submission's text, because it would change what the proofs see.
#pragma once

#include <string>

namespace course {

// "" or "name.cuh:12: ...".
std::string fault_of_text(const std::string& name, const std::string& text);

}  // namespace course
