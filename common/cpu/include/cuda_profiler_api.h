// Marks for a profiler, of which a CPU has none.
#pragma once
#include <cuda_runtime.h>

inline cudaError_t cudaProfilerStart() { return course::cpu::take_hint(); }
inline cudaError_t cudaProfilerStop() { return course::cpu::take_hint(); }
