// What the warps of kernels ask of memory, counted by the CPU backend where its build traces
// kernels (preset cpu-trace). Plain C++17: the harness holds these counts on a GPU too, where they
// are empty.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace course::cpu {

enum class MemorySpace : unsigned char { global, shared };
enum class MemoryAccess : unsigned char { load, store, atomic };

// One kind of access to one memory. A request is one execution of an instruction by a warp, with at
// least one active lane.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;  // active ones, over all requests
  std::uint64_t bytes = 0;  // that these lanes ask for
  // Global memory: sectors of 32 bytes that are touched, and how many would do if the different
  // bytes of a request lay side by side.
  std::uint64_t sectors = 0;
  std::uint64_t least_sectors = 0;
  // Shared memory: different words in the fullest bank, and what the width alone takes: 1 for up to
  // 4 bytes a lane, 2 for 8, 4 for 16.
  std::uint64_t wavefronts = 0;
  std::uint64_t least_wavefronts = 0;
  // Atomics on global memory: the most lanes that share one address, summed over the sectors of a
  // request; and lines of 128 bytes that are touched.
  std::uint64_t passes = 0;
  std::uint64_t lines = 0;

  void add(const AccessCounts& other) {
    requests += other.requests;
    lanes += other.lanes;
    bytes += other.bytes;
    sectors += other.sectors;
    least_sectors += other.least_sectors;
    wavefronts += other.wavefronts;
    least_wavefronts += other.least_wavefronts;
    passes += other.passes;
    lines += other.lines;
  }
};

struct MemoryCounts {
  AccessCounts global_loads, global_stores, global_atomics;
  AccessCounts shared_loads, shared_stores, shared_atomics;

  AccessCounts& of(MemorySpace space, MemoryAccess access) {
    const bool is_global = space == MemorySpace::global;
    if (access == MemoryAccess::load) return is_global ? global_loads : shared_loads;
    if (access == MemoryAccess::store) return is_global ? global_stores : shared_stores;
    return is_global ? global_atomics : shared_atomics;
  }
  std::uint64_t shared_requests() const {
    return shared_loads.requests + shared_stores.requests + shared_atomics.requests;
  }
  std::uint64_t shared_wavefronts() const {
    return shared_loads.wavefronts + shared_stores.wavefronts + shared_atomics.wavefronts;
  }
};

// What one source line does to one memory, with accesses of one width.
struct LineCounts {
  std::string file;  // without its folder; empty where the program does not tell
  int line = 0;
  MemorySpace space{};
  MemoryAccess access{};
  unsigned bytes_of_lane = 0;
  AccessCounts counts;
};

// The launches of one kernel from one place.
struct KernelCounts {
  std::string kernel;
  std::string launched_at;  // "file.cu:12"
  std::uint64_t launches = 0;
  MemoryCounts memory;
  std::vector<LineCounts> lines;  // in the order of the source
  // A thread did more between two barriers than is kept: the counts are too small.
  bool is_incomplete = false;
};

}  // namespace course::cpu
