// cub::BlockHistogram of CUDA's CCCL, version 3: CUB's own headers, and C++ bodies for the PTX that
// BlockHistogram reaches: sorts and sums of integers.
#pragma once
#include <cpu_backend/ptx_begin.h>

#include <cuda/ptx>

// For a host compiler there are no special registers.
_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_PTX
inline unsigned get_sreg_laneid() { return static_cast<unsigned>(::course::cpu::lane()); }
inline unsigned get_sreg_lanemask_eq() { return 1u << ::course::cpu::lane(); }
inline unsigned get_sreg_lanemask_lt() { return get_sreg_lanemask_eq() - 1; }
inline unsigned get_sreg_lanemask_le() { return get_sreg_lanemask_eq() | get_sreg_lanemask_lt(); }
inline unsigned get_sreg_lanemask_gt() { return ~get_sreg_lanemask_le(); }
inline unsigned get_sreg_lanemask_ge() { return ~get_sreg_lanemask_lt(); }
_LIBCUDACXX_END_NAMESPACE_CUDA_PTX

#include <cub/warp/specializations/warp_scan_shfl.cuh>

CUB_NAMESPACE_BEGIN
namespace detail {

#define COURSE_CPU_SCAN_STEP(T)                                                                 \
  template <>                                                                                   \
  inline T WarpScanShfl<T, 32>::InclusiveScanStep(T input, ::cuda::std::plus<>, int first_lane, \
                                                  int offset) {                                 \
    return ::course::cpu::add_from_lane_below(member_mask, input, first_lane, offset);          \
  }
COURSE_CPU_SCAN_STEP(int)
COURSE_CPU_SCAN_STEP(unsigned)
COURSE_CPU_SCAN_STEP(long long)
COURSE_CPU_SCAN_STEP(unsigned long long)
#undef COURSE_CPU_SCAN_STEP

}  // namespace detail
CUB_NAMESPACE_END

#include_next <cub/block/block_histogram.cuh>

#include <cpu_backend/ptx_end.h>
