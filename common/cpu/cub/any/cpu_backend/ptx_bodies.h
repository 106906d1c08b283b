// C++ bodies for the functions that CUB writes in PTX. Between ptx_begin.h and ptx_end.h.
#pragma once
#include <cpu_backend/ptx_shuffles.h>

// CUB 1 takes a compiler that is not nvcc for one of before CUDA 9, and its target for a GPU
// without atomics in shared memory.
#define CUB_USE_COOPERATIVE_GROUPS
#define CUB_PTX_ARCH 900

// The functions that get another body keep their own one under another name.
#define LaneId LaneIdInPtx
#define LaneMaskLt LaneMaskLtInPtx
#define LaneMaskLe LaneMaskLeInPtx
#define BFE BfeInPtx
#define SHR_ADD ShrAddInPtx
#define ShuffleUp ShuffleUpInPtx
#define ShuffleDown ShuffleDownInPtx
#define ShuffleIndex ShuffleIndexInPtx
#include <cub/util_ptx.cuh>
#undef LaneId
#undef LaneMaskLt
#undef LaneMaskLe
#undef BFE
#undef SHR_ADD
#undef ShuffleUp
#undef ShuffleDown
#undef ShuffleIndex

#include <cub/version.cuh>

CUB_NAMESPACE_BEGIN

inline unsigned LaneId() { return static_cast<unsigned>(::course::cpu::lane()); }
inline unsigned LaneMaskLt() { return (1u << ::course::cpu::lane()) - 1; }
inline unsigned LaneMaskLe() { return LaneMaskLt() | 1u << ::course::cpu::lane(); }
inline unsigned SHR_ADD(unsigned word, unsigned shift, unsigned addend) {
  return (shift >= 32 ? 0 : word >> shift) + addend;
}
template <int kLanes, class T>
T ShuffleUp(const T& input, int offset, int first_lane, unsigned mask) {
  return ::course::cpu::value_from_below(mask, input, (32 - kLanes) << 8 | first_lane, offset);
}
template <int kLanes, class T>
T ShuffleDown(const T& input, int offset, int last_lane, unsigned mask) {
  return ::course::cpu::value_from_above(mask, input, (32 - kLanes) << 8 | last_lane, offset);
}
template <int kLanes, class T>
T ShuffleIndex(const T& input, int source, unsigned mask) {
  const int first_lane = ::course::cpu::first_lane_of_group(kLanes);
  return ::course::cpu::value_of_lane(mask, input, first_lane + (source & (kLanes - 1)));
}
template <class Word>
unsigned BFE(Word source, unsigned first_bit, unsigned bits) {
  const unsigned shifted = static_cast<unsigned>(source >> first_bit);
  return bits >= 32 ? shifted : shifted & ((1u << bits) - 1);
}

// CUB 3.5 counts with this. What is atomic for the device is so for a block.
template <class Value, class Addend>
Value atomicAdd_block(Value* address, Addend addend) {
  return ::atomicAdd(address, static_cast<Value>(addend));
}

CUB_NAMESPACE_END

#if CUB_VERSION >= 200800
#include <cuda/ptx>

// For a host compiler there are no special registers. Beside CUB's inner inline namespace, as the
// macros that open it differ from version to version.
namespace cuda::ptx {
inline unsigned get_sreg_laneid() { return static_cast<unsigned>(::course::cpu::lane()); }
inline unsigned get_sreg_lanemask_eq() { return 1u << ::course::cpu::lane(); }
inline unsigned get_sreg_lanemask_lt() { return get_sreg_lanemask_eq() - 1; }
inline unsigned get_sreg_lanemask_le() { return get_sreg_lanemask_eq() | get_sreg_lanemask_lt(); }
inline unsigned get_sreg_lanemask_gt() { return ~get_sreg_lanemask_le(); }
inline unsigned get_sreg_lanemask_ge() { return ~get_sreg_lanemask_lt(); }
}  // namespace cuda::ptx
#endif

#if CUB_VERSION >= 300200
// Shuffles of values of any size, which CUB itself has for nvcc only.
namespace cuda::device {
#define COURSE_CPU_WARP_SHUFFLE(name, shuffle, number)                                          \
  template <int width = 32, class T>                                                            \
  T name(const T& value, int lanes, unsigned mask = ~0u,                                        \
         ::cuda::std::integral_constant<int, width> = {}) {                                     \
    unsigned words[(sizeof(T) + 3) / 4] = {};                                                   \
    std::memcpy(words, &value, sizeof(T));                                                      \
    for (unsigned& word : words) word = shuffle(mask, word, static_cast<number>(lanes), width); \
    T result;                                                                                   \
    std::memcpy(&result, words, sizeof(T));                                                     \
    return result;                                                                              \
  }
COURSE_CPU_WARP_SHUFFLE(warp_shuffle_idx, __shfl_sync, int)
COURSE_CPU_WARP_SHUFFLE(warp_shuffle_up, __shfl_up_sync, unsigned)
COURSE_CPU_WARP_SHUFFLE(warp_shuffle_down, __shfl_down_sync, unsigned)
COURSE_CPU_WARP_SHUFFLE(warp_shuffle_xor, __shfl_xor_sync, int)
#undef COURSE_CPU_WARP_SHUFFLE
}  // namespace cuda::device
#endif
