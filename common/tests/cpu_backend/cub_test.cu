// CUB's own headers on the CPU backend: what BlockHistogram stands on works, and PTX that nobody
// translated stops the kernel.
#include <cub/block/block_histogram.cuh>
#include <cub/device/device_histogram.cuh>

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "device_array.h"

namespace {

constexpr int kThreads = 96, kItems = 5, kBins = 257;

std::vector<unsigned short> some_items() {
  std::vector<unsigned short> items(kThreads * kItems);
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = static_cast<unsigned short>(i * i * 7919 % kBins);
  }
  return items;
}

template <cub::BlockHistogramAlgorithm algorithm>
__global__ void count(const unsigned short* samples, unsigned* bins) {
  using BlockHistogram = cub::BlockHistogram<unsigned short, kThreads, kItems, kBins, algorithm>;
  __shared__ typename BlockHistogram::TempStorage storage;
  __shared__ unsigned mine[kBins];
  unsigned short items[kItems];
  for (int k = 0; k < kItems; ++k) items[k] = samples[threadIdx.x * kItems + k];
  BlockHistogram(storage).Histogram(items, mine);
  __syncthreads();
  BlockHistogram(storage).Composite(items, mine);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) bins[bin] = mine[bin];
}

template <class T>
__global__ void sort_and_scan(T* values) {
  using Sort = cub::BlockRadixSort<T, kThreads, kItems>;
  using Scan = cub::BlockScan<T, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Sort::TempStorage sort_storage;
  __shared__ typename Scan::TempStorage scan_storage;
  T items[kItems];
  for (int k = 0; k < kItems; ++k) items[k] = values[threadIdx.x * kItems + k];
  Sort(sort_storage).Sort(items);
  Scan(scan_storage).InclusiveSum(items, items);
  for (int k = 0; k < kItems; ++k) values[threadIdx.x * kItems + k] = items[k];
}

__global__ void leave_by_ptx() { cub::ThreadExit(); }

template <cub::BlockHistogramAlgorithm algorithm>
void check_counts() {
  const std::vector<unsigned short> items = some_items();
  std::vector<unsigned> want(kBins);
  for (const auto item : items) want[item] += 2;
  const DeviceArray<unsigned short> samples(items);
  const DeviceArray<unsigned> bins(kBins);
  count<algorithm><<<1, kThreads>>>(samples.get(), bins.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(bins.to_host() == want);
}

template <class T>
void check_sort_and_scan(T start) {
  std::vector<T> want(kThreads * kItems);
  for (std::size_t i = 0; i < want.size(); ++i) {
    want[i] = static_cast<T>(start + static_cast<T>(i * 7919 % 1000));
  }
  const DeviceArray<T> values(want);
  std::sort(want.begin(), want.end());
  std::partial_sum(want.begin(), want.end(), want.begin());
  sort_and_scan<<<1, kThreads>>>(values.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(values.to_host() == want);
}

}  // namespace

TEST_CASE("BlockHistogram counts, with either algorithm") {
  check_counts<cub::BLOCK_HISTO_ATOMIC>();
  check_counts<cub::BLOCK_HISTO_SORT>();
}

TEST_CASE("sorts and scans of integers") {
  check_sort_and_scan<int>(-300);
  check_sort_and_scan<unsigned>(5);
  check_sort_and_scan<long long>(-500'000'000'000);
  check_sort_and_scan<unsigned long long>(500'000'000'000);
}

TEST_CASE("PTX without a body is an error that says where it stands") {
  const ResetAtEnd reset;
  leave_by_ptx<<<1, 32>>>();
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(diagnosed("kernel leave_by_ptx launched at " + here(-2)));
  CHECK(diagnosed("thread (0,0,0) of block (0,0,0) reached PTX at "));
  CHECK(diagnosed("util_ptx.cuh:"));
}

TEST_CASE("DeviceHistogram is not offered, and says why") {
  std::size_t bytes = 0;
  const int* const samples = nullptr;
  unsigned* const counts = nullptr;
  CHECK(cub::DeviceHistogram::HistogramEven(nullptr, bytes, samples, counts, 257, 0, 256, 10LL) ==
        cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(diagnosed("cub::DeviceHistogram does not run on the CPU backend"));
}
