// What the launch of an add gets, and how it says what it did.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>

#include "common/harness/model/work.h"
#include "common/harness/problem/launch_context.h"

namespace course {

// c[i] = a[i] + b[i] for all i < n, all in device memory. The arrays are also a matrix of
// rows x columns = n elements, row after row.
template <typename T>
struct ElementwiseProblem : LaunchContext {
  const T* a;
  const T* b;
  T* c;
  std::size_t n;
  std::size_t rows, columns;
};

// Every element was read and written once, in accesses of `access_bytes` each, by this grid.
inline Work moved(unsigned access_bytes, Grid grid) {
  Work work;
  work.manner.access_bytes = access_bytes;
  work.manner.blocks = grid.blocks;
  work.manner.threads = grid.threads;
  return work;
}

}  // namespace course
