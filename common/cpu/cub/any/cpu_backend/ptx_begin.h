// Before and after CUB's own headers, from CUB 1.17 to 3.5. From here to ptx_end.h every asm("PTX")
// and asm volatile("PTX") is a call that stops the kernel with an error: PTX means nothing to a
// CPU, and leaving it out would give wrong results silently. What blocks and warps need has C++
// bodies. The standard headers come first, so that the macros reach CUB's own headers only. The
// headers in cub/ do so for the outermost of CUB's headers; those within find COURSE_CPU_PTX
// defined.
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

#define asm(...) (::course::cpu::unknown_ptx())
// Leaves `asm ("")`, which does nothing, in front of the call.
#define volatile(...) \
  ("");               \
  ::course::cpu::unknown_ptx()
#define COURSE_CPU_PTX

#include <cpu_backend/ptx_bodies.h>

#include <cpu_backend/warp_steps.h>
