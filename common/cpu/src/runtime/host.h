// What the host still has for this process: memory, address space, mappings.
#pragma once
#include <cstddef>

namespace course::cpu {

// Memory in bytes: of the machine, or of the container or control group if that has less.
std::size_t host_memory_bytes();
// What of it is available, and no more than `ulimit -v` leaves.
std::size_t free_host_memory_bytes();
// Address space in bytes that `ulimit -v` leaves; SIZE_MAX without such a limit.
std::size_t free_address_bytes();
// How many mappings of memory the process may have, and how many it has (an upper limit, counted
// now).
std::size_t most_mappings();
std::size_t mappings();

}  // namespace course::cpu
