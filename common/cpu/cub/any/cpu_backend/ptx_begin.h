// From here to ptx_end.h every asm("PTX") and asm volatile("PTX") is a call that stops the kernel
// with an error: PTX means nothing to a CPU, and leaving it out would give wrong results silently.
// The standard headers come first, so that the macros reach CUB's own headers only.
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <iso646.h>

#include <cpu_backend/not_here.h>

// CUB 3.1 names this in a function that nobody here calls.
template <class... Arguments>
cudaError_t cudaGetSymbolAddress(void**, const Arguments&...) {
  return ::course::cpu::not_supported("cudaGetSymbolAddress does not exist on the CPU backend");
}

#define asm(...) (::course::cpu::unknown_ptx())
// Leaves `asm ("")`, which does nothing, in front of the call.
#define volatile(...) \
  ("");               \
  ::course::cpu::unknown_ptx()
