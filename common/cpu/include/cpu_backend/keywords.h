// CUDA's keywords, as far as a C++ compiler needs to be told about them.
#pragma once
#ifndef __clang__
#include <source_location>
#endif

// Lets a program ask which backend it was built for without a build system.
#ifndef COURSE_CPU_BACKEND
#define COURSE_CPU_BACKEND 1
#endif
#define CUDART_VERSION 13000

// Built for tracing, what a kernel calls becomes part of it: an instruction of its own for each
// place in the source.
#if COURSE_CPU_TRACE
#define __global__ __attribute__((flatten))
#else
#define __global__
#endif
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))

// One OS thread runs one block at a time, so a copy per OS thread is a copy per block.
#define __shared__ thread_local

namespace course::cpu {

// GCC knows the column as a part of std::source_location only, which Clang 14 lacks.
#ifdef __clang__
#define COURSE_CPU_COLUMN __builtin_COLUMN()
#else
#define COURSE_CPU_COLUMN static_cast<int>(std::source_location::current().column())
#endif

// A place in the learner's source.
struct SourceLine {
  const char* file = "";
  int line = 0;
  int column = 0;  // tells apart what stands on one line; 0 where it is not known

  // As a default argument this is the place of the caller.
  static constexpr SourceLine here(const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                                   int column = COURSE_CPU_COLUMN) {
    return {file, line, column};
  }
};
#undef COURSE_CPU_COLUMN

}  // namespace course::cpu
