// One step of a warp's sums and scans, for which CUB has PTX only. In the two headers included here
// each piece of PTX is such a step, between variables of the same names in all versions of CUB.
// Included by ptx_begin.h.
#pragma once
#include <cub/thread/thread_operators.cuh>
#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>

#include <cpu_backend/ptx_shuffles.h>

#undef volatile
#define volatile(...) \
  ("");               \
  output = ::course::cpu::add_from_lane_below(member_mask, input, shfl_c, offset)
#include <cub/warp/specializations/warp_scan_shfl.cuh>
#undef volatile
#define volatile(...) \
  ("");               \
  output = ::course::cpu::add_from_lane_above(member_mask, input, shfl_c, offset)
#include <cub/warp/specializations/warp_reduce_shfl.cuh>
#undef volatile
#define volatile(...) \
  ("");               \
  ::course::cpu::unknown_ptx()
