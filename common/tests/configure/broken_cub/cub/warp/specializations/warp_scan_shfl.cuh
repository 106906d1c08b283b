#pragma once
namespace cub {
template <class T, int, int = 0>
struct WarpScanShfl {
  T InclusiveScanStep(T, Sum, int, int);
  unsigned member_mask;
};
}  // namespace cub
