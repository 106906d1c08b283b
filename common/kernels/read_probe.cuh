// The read ceiling's kernel: how fast can this GPU read memory when nothing else is asked of it?
#pragma once

#include "common/harness/ceilings.h"

namespace course {

#ifdef COURSE_CPU_BACKEND

inline constexpr Probes kProbes{};  // times on the CPU backend would say nothing

#else

// 16 bytes a load, eight independent loads a thread in flight before the first is used.
__global__ void read_everything(const uint4* data, std::size_t words, unsigned* sink) {
  constexpr int kLoads = 8;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned bits = 0;
  for (; i + (kLoads - 1) * threads < words; i += kLoads * threads) {
    uint4 word[kLoads];
    for (int k = 0; k < kLoads; ++k) word[k] = data[i + k * threads];
    for (int k = 0; k < kLoads; ++k) bits ^= word[k].x ^ word[k].y ^ word[k].z ^ word[k].w;
  }
  for (; i < words; i += threads) bits ^= data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
  if (bits == 0x12345678u) *sink = bits;  // never true for the probe's data, but nobody can know
}

inline void launch_read_probe(const uint4* data, std::size_t words, unsigned* sink,
                              const Device& device) {
  const unsigned blocks = static_cast<unsigned>(device.multiprocessors) * 4;
  read_everything<<<blocks, 512>>>(data, words, sink);
  CUDA_CHECK(cudaGetLastError());
}

inline constexpr Probes kProbes{launch_read_probe};

#endif

}  // namespace course
