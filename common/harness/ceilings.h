// How fast this device's memory really is, measured in the process that times the variants.
#pragma once

#include <cstddef>
#include <optional>

#include "common/harness/device.h"
#include "common/harness/timing.h"

namespace course {

// Kernels of the harness itself. They are compiled with the lesson, because only the lesson goes
// through the CUDA compiler; on the CPU backend there are none.
struct Probes {
  // Reads `words` 16-byte words once. `sink` is one word that keeps the reads from being removed.
  void (*read)(const uint4* data, std::size_t words, unsigned* sink,
               const Device& device) = nullptr;
};

// In GB/s, 10^9 bytes per second; empty where times say nothing (CPU backend).
struct Ceilings {
  std::optional<double> read;  // one pass over a buffer
  std::optional<double> copy;  // cudaMemcpy inside the device, bytes read plus bytes written
};

Ceilings measure_ceilings(const Probes& probes, const Device& device, const CacheFlush& flush);

}  // namespace course
