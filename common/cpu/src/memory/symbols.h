// The __device__ variables whose address was asked for by cudaGetSymbolAddress: from then on they
// are device memory like any other, for copies and as arguments of kernels.
#pragma once
#include <cstddef>

namespace course::cpu {

struct Symbol {
  const char* start = nullptr;
  std::size_t bytes = 0;
};

void add_symbol(const void* start, std::size_t bytes);
// The variable that holds `pointer`, or that it just left; null if there is none.
const Symbol* find_symbol(const void* pointer);

}  // namespace course::cpu
