// One step of a warp's inclusive sum, for which CUB has PTX only. Between ptx_begin.h and
// ptx_end.h.
#pragma once
#include <cub/version.cuh>
#include <cub/warp/specializations/warp_scan_shfl.cuh>

namespace course::cpu {

// `input` plus that of the lane `offset` below, if that lane is not before `first_lane`.
template <class T>
T add_from_lane_below(unsigned mask, T input, int first_lane, int offset) {
  const T below = __shfl_up_sync(mask, input, static_cast<unsigned>(offset));
  return lane() - offset >= first_lane ? static_cast<T>(input + below) : input;
}

}  // namespace course::cpu

// What CUB calls the scan of a warp, and addition. Up to 1.17 a scan has the architecture as its
// last parameter.
#if CUB_VERSION >= 200800
#define COURSE_CPU_WARP_SCAN(T) detail::WarpScanShfl<T, 32>
#define COURSE_CPU_PLUS ::cuda::std::plus<>
#elif CUB_VERSION >= 200000
#define COURSE_CPU_WARP_SCAN(T) WarpScanShfl<T, 32>
#define COURSE_CPU_PLUS ::cub::Sum
#else
#define COURSE_CPU_WARP_SCAN(T) WarpScanShfl<T, 32, CUB_PTX_ARCH>
#define COURSE_CPU_PLUS ::cub::Sum
#endif

CUB_NAMESPACE_BEGIN

#define COURSE_CPU_SCAN_STEP(T)                                                                 \
  template <>                                                                                   \
  inline T COURSE_CPU_WARP_SCAN(T)::InclusiveScanStep(T input, COURSE_CPU_PLUS, int first_lane, \
                                                      int offset) {                             \
    return ::course::cpu::add_from_lane_below(member_mask, input, first_lane, offset);          \
  }
COURSE_CPU_SCAN_STEP(int)
COURSE_CPU_SCAN_STEP(unsigned)
COURSE_CPU_SCAN_STEP(long long)
COURSE_CPU_SCAN_STEP(unsigned long long)
#undef COURSE_CPU_SCAN_STEP
#undef COURSE_CPU_WARP_SCAN
#undef COURSE_CPU_PLUS

CUB_NAMESPACE_END
