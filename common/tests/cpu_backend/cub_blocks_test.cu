// CUB's algorithms of blocks and warps, from CUB's own headers, with the values that they have on a
// GPU.
#include <cub/cub.cuh>

#include <doctest/doctest.h>

#include <numeric>

#include "device_array.h"

namespace {

constexpr int kThreads = 96, kItems = 4;

template <class T>
std::vector<T> some_values(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>(static_cast<T>(i * 7919 % 251) - static_cast<T>(100));
  }
  return values;
}

struct Larger {
  template <class T>
  __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

// Loads in another order than it needs, sums what a part of the block has, scans, and stores.
template <class T, cub::BlockReduceAlgorithm reduce_by, cub::BlockLoadAlgorithm load_by,
          cub::BlockStoreAlgorithm store_by>
__global__ void load_reduce_scan_store(const T* in, T* out, T* facts, int valid) {
  using Load = cub::BlockLoad<T, kThreads, kItems, load_by>;
  using Store = cub::BlockStore<T, kThreads, kItems, store_by>;
  using Reduce = cub::BlockReduce<T, kThreads, reduce_by>;
  using Scan = cub::BlockScan<T, kThreads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } storage;
  T items[kItems];
  Load(storage.load).Load(in, items);
  __syncthreads();
  const T sum = Reduce(storage.reduce).Sum(items);
  __syncthreads();
  const T partial = Reduce(storage.reduce).Sum(items[0], valid);
  __syncthreads();
  const T largest = Reduce(storage.reduce).Reduce(items[1], Larger());
  __syncthreads();
  T total;
  Scan(storage.scan).ExclusiveSum(items, items, total);
  __syncthreads();
  Store(storage.store).Store(out, items);
  if (threadIdx.x != 0) return;
  facts[0] = sum;
  facts[1] = partial;
  facts[2] = largest;
  facts[3] = total;
}

template <class T, cub::BlockReduceAlgorithm reduce_by, cub::BlockLoadAlgorithm load_by,
          cub::BlockStoreAlgorithm store_by>
void check_block() {
  const int valid = 37;
  const std::vector<T> values = some_values<T>(kThreads * kItems);
  std::vector<T> scanned(values.size());
  std::exclusive_scan(values.begin(), values.end(), scanned.begin(), T(0));
  std::vector<T> want(4);
  want[0] = want[3] = static_cast<T>(scanned.back() + values.back());
  want[2] = values[1];
  for (std::size_t i = 0; i < kThreads; ++i) {
    if (i < valid) want[1] = static_cast<T>(want[1] + values[i * kItems]);
    want[2] = std::max(want[2], values[i * kItems + 1]);
  }
  const DeviceArray<T> in(values), out(values.size()), facts(4);
  load_reduce_scan_store<T, reduce_by, load_by, store_by>
      <<<1, kThreads>>>(in.get(), out.get(), facts.get(), valid);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(out.to_host() == scanned);
  CHECK(facts.to_host() == want);
}

template <class T>
void check_block_of() {
  check_block<T, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::BLOCK_LOAD_TRANSPOSE,
              cub::BLOCK_STORE_TRANSPOSE>();
  check_block<T, cub::BLOCK_REDUCE_RAKING, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>();
}

// Warps, and parts of them, by themselves.
template <class T, int kLanes>
__global__ void sums_of_warps(const T* in, T* sums, T* scans) {
  using Reduce = cub::WarpReduce<T, kLanes>;
  using Scan = cub::WarpScan<T, kLanes>;
  __shared__ typename Reduce::TempStorage reduce[64 / kLanes];
  __shared__ typename Scan::TempStorage scan[64 / kLanes];
  const unsigned part = threadIdx.x / kLanes;
  const T value = in[threadIdx.x];
  const T sum = Reduce(reduce[part]).Sum(value);
  if (threadIdx.x % kLanes == 0) sums[part] = sum;
  Scan(scan[part]).InclusiveSum(value, scans[threadIdx.x]);
}

template <class T, int kLanes>
void check_warps() {
  const std::vector<T> values = some_values<T>(64);
  std::vector<T> want_sums(64 / kLanes), want_scans(64);
  for (std::size_t i = 0; i < 64; ++i) {
    T& sum = want_sums[i / kLanes];
    want_scans[i] = sum = static_cast<T>(sum + values[i]);
  }
  const DeviceArray<T> in(values), sums(64 / kLanes), scans(64);
  sums_of_warps<T, kLanes><<<1, 64>>>(in.get(), sums.get(), scans.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(sums.to_host() == want_sums);
  CHECK(scans.to_host() == want_scans);
}

}  // namespace

TEST_CASE_TEMPLATE("blocks load, reduce, scan and store", T, int, unsigned, long long, float,
                   double) {
  check_block_of<T>();
}

TEST_CASE_TEMPLATE("warps and parts of warps reduce and scan", T, int, unsigned long long, float,
                   double, short) {
  check_warps<T, 32>();
  check_warps<T, 8>();
}

TEST_CASE("algorithms of the device are not offered, and say why") {
  std::size_t bytes = 0;
  const float* const in = nullptr;
  CHECK(cub::DeviceReduce::Sum(nullptr, bytes, in, const_cast<float*>(in), 10) ==
        cudaErrorNotSupported);
  CHECK(diagnosed("cub::DeviceReduce does not run on the CPU backend"));
  cudaGetLastError();
}
