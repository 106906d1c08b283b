// One step of a warp's inclusive sum, for which CUB has PTX only.
#pragma once
#include <cuda_runtime.h>

namespace course::cpu {

// `input` plus that of the lane `offset` below, if that lane is not before `first_lane`.
template <class T>
T add_from_lane_below(unsigned mask, T input, int first_lane, int offset) {
  const T below = __shfl_up_sync(mask, input, static_cast<unsigned>(offset));
  return lane() - offset >= first_lane ? static_cast<T>(input + below) : input;
}

}  // namespace course::cpu
