// What one request of a warp costs.
#pragma once
#include <cstdint>

#include "common/cpu/memory_counts.h"

namespace course::cpu {

// `places[i]` is where lane i of the mask begins; places with equal remainders modulo 128 lie alike
// in a line or in the banks. `width` is how many bytes a lane asks for, 16 at most.
AccessCounts count_request(MemorySpace space, MemoryAccess access, const std::uint64_t* places,
                           unsigned mask, unsigned width);

}  // namespace course::cpu
