// What a kernel may assume of the multiprocessor that it is compiled for.
#pragma once

namespace course {

// Threads that can be resident on a multiprocessor: table "Technical Specifications per Compute
// Capability" of the CUDA C++ Programming Guide. For __launch_bounds__, which the
// compiler reads once for each architecture, so this must be a constant; host code asks the device.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr unsigned kResidentThreads = 1024;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || \
                                 __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200)
inline constexpr unsigned kResidentThreads = 1536;
#else
inline constexpr unsigned kResidentThreads = 2048;
#endif

// Large blocks commit few sets of counters. Launch bounds of (kFullBlock, kFullBlocks) tell the
// compiler to leave room for so many of them on a multiprocessor: two on an H200, so 65,536 / 2,048
// = 32 registers a thread.
inline constexpr unsigned kFullBlock = 1024;
inline constexpr unsigned kFullBlocks = kResidentThreads / kFullBlock;

}  // namespace course
