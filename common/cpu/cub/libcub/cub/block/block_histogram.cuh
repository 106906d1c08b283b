// cub::BlockHistogram of CUB 1.17, Debian's libcub-dev: CUB's own headers, and C++ bodies for the
// PTX that BlockHistogram reaches: sorts and sums of integers.
#pragma once
#include <cpu_backend/ptx_begin.h>

// CUB takes a compiler that is not nvcc for one of before CUDA 9, and its target for a GPU without
// atomics in shared memory.
#define CUB_USE_COOPERATIVE_GROUPS
#define CUB_PTX_ARCH 900

// The functions that get another body keep their own one under another name.
#define LaneId LaneIdInPtx
#define LaneMaskLt LaneMaskLtInPtx
#define LaneMaskLe LaneMaskLeInPtx
#define BFE BfeInPtx
#define SHR_ADD ShrAddInPtx
#include <cub/util_ptx.cuh>
#undef LaneId
#undef LaneMaskLt
#undef LaneMaskLe
#undef BFE
#undef SHR_ADD

CUB_NAMESPACE_BEGIN

inline unsigned LaneId() { return static_cast<unsigned>(::course::cpu::lane()); }
inline unsigned LaneMaskLt() { return (1u << ::course::cpu::lane()) - 1; }
inline unsigned LaneMaskLe() { return LaneMaskLt() | 1u << ::course::cpu::lane(); }
inline unsigned SHR_ADD(unsigned word, unsigned shift, unsigned addend) {
  return (shift >= 32 ? 0 : word >> shift) + addend;
}
template <class Word>
unsigned BFE(Word source, unsigned first_bit, unsigned bits) {
  const unsigned shifted = static_cast<unsigned>(source >> first_bit);
  return bits >= 32 ? shifted : shifted & ((1u << bits) - 1);
}

CUB_NAMESPACE_END

#include <cub/warp/specializations/warp_scan_shfl.cuh>

CUB_NAMESPACE_BEGIN

#define COURSE_CPU_SCAN_STEP(T)                                                                    \
  template <>                                                                                      \
  inline T WarpScanShfl<T, 32, CUB_PTX_ARCH>::InclusiveScanStep(T input, cub::Sum, int first_lane, \
                                                                int offset) {                      \
    return ::course::cpu::add_from_lane_below(member_mask, input, first_lane, offset);             \
  }
COURSE_CPU_SCAN_STEP(int)
COURSE_CPU_SCAN_STEP(unsigned)
COURSE_CPU_SCAN_STEP(long long)
COURSE_CPU_SCAN_STEP(unsigned long long)
#undef COURSE_CPU_SCAN_STEP

CUB_NAMESPACE_END

#include_next <cub/block/block_histogram.cuh>

#include <cpu_backend/ptx_end.h>
