// Whether there is room for a problem, on the device and on the host.
#pragma once

#include <cstddef>
#include <string>

namespace course {

// Throws UsageError, saying need and have, unless this much is free on the device and the host has
// that much memory at all. `options` are those by which a user can ask for less.
void require_memory(std::size_t device_bytes, std::size_t host_bytes, const std::string& options);

// Whether there is as much.
bool has_room(std::size_t device_bytes, std::size_t host_bytes);

}  // namespace course
