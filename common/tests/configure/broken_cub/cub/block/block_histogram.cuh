#pragma once
namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int, int, int, BlockHistogramAlgorithm>
struct BlockHistogram {
  struct TempStorage {
    int unused;
  };
  explicit BlockHistogram(TempStorage&) {}
  template <class... Arguments>
  void Histogram(Arguments&...) {}
};
}  // namespace cub
