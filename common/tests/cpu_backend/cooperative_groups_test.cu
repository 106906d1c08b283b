// Cooperative groups: ranks, what the members do together, and groups made of others. Every value
// here is what the CUDA documentation says.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <doctest/doctest.h>

#include "device_array.h"

namespace cg = cooperative_groups;

namespace {

// The sum of the block's values, by any group of it.
__device__ int sum_by(cg::thread_group group, int* space, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    space[rank] = value;
    group.sync();
    if (rank < half) value += space[rank + half];
    cg::sync(group);
  }
  return value;
}

__global__ void sums_of_groups(int* block_sums, int* tile_sums) {
  __shared__ int space[64];
  const cg::thread_block block = cg::this_thread_block();
  const int rank = static_cast<int>(block.thread_rank());
  const int sum = sum_by(block, space, rank);
  if (rank == 0) block_sums[block.group_index().x] = sum;
  const cg::thread_group tile = cg::tiled_partition(block, 16);
  const int of_tile = sum_by(tile, space + rank / 16 * 16, rank);
  if (tile.thread_rank() == 0) tile_sums[rank / 16] = of_tile;
}

struct Pair {
  double value;
  int place;
};

__global__ void tile_members(int* out) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto tile = cg::tiled_partition<8>(warp);
  const int rank = static_cast<int>(tile.thread_rank());
  const int number = static_cast<int>(block.thread_rank());
  int* const mine = out + number * 12;
  mine[0] = rank;
  mine[1] = static_cast<int>(tile.meta_group_rank() * 100 + tile.meta_group_size());
  mine[2] = tile.shfl(number, 3);
  mine[3] = tile.shfl_up(number, 2);
  mine[4] = tile.shfl_down(number, 3);
  mine[5] = tile.shfl_xor(number, 5);
  mine[6] = static_cast<int>(tile.ballot(rank > 5));
  mine[7] = 10 * (tile.any(rank == 9) != 0) + (tile.all(rank < 8) != 0);
  mine[8] = static_cast<int>(tile.match_any(rank / 4));
  mine[9] = cg::reduce(tile, number, cg::greater<int>());
  mine[10] = cg::exclusive_scan(tile, rank);
  const Pair pair = warp.shfl(Pair{number + 0.5, number}, 7);
  mine[11] = static_cast<int>(pair.value * 2) + pair.place;
  tile.sync();
}

__global__ void coalesced(unsigned* facts, unsigned* total) {
  if (threadIdx.x % 3 != 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  unsigned first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(total, group.size());
  first = group.shfl(first, 0);
  facts[threadIdx.x / 3] = group.size() * 1000 + group.thread_rank();
  const cg::coalesced_group odd = cg::binary_partition(group, threadIdx.x % 2 != 0);
  const unsigned sum = cg::reduce(odd, threadIdx.x, cg::plus<unsigned>());
  atomicAdd(total, sum == 0 ? 1000u : 0u);
}

__global__ void both_branches(unsigned* sizes) {
  unsigned size = 0;
  if (threadIdx.x < 10) {
    size = cg::coalesced_threads().size();
  } else {
    size = cg::coalesced_threads().num_threads();
  }
  sizes[threadIdx.x] = size;
}

__global__ void copy_together(const int* in, int* out) {
  __shared__ int copy[100];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, copy, in, sizeof copy);
  cg::wait(block);
  out[block.thread_rank()] = copy[99 - block.thread_rank()];
}

__global__ void grid_facts(unsigned long long* out) {
  const auto grid = cg::this_grid();
  out[grid.thread_rank()] = grid.size() * 100 + grid.block_rank();
}

__global__ void syncs_the_grid() { cg::this_grid().sync(); }

__global__ void one_member_missing() {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  if (threadIdx.x != 5) tile.sync();
  __syncthreads();
}

}  // namespace

TEST_CASE("blocks and tiles are groups, for functions that take any") {
  const DeviceArray<int> block_sums(3), tile_sums(4);
  sums_of_groups<<<3, 64>>>(block_sums.get(), tile_sums.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(block_sums.to_host() == std::vector<int>(3, 63 * 32));
  CHECK(tile_sums.to_host() == std::vector<int>{120, 376, 632, 888});
}

TEST_CASE("what the members of a tile do together") {
  const DeviceArray<int> out(64 * 12);
  tile_members<<<1, 64>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  const std::vector<int> values = out.to_host();
  for (int number = 0; number < 64; ++number) {
    CAPTURE(number);
    const int rank = number % 8, first = number - rank;
    const std::vector<int> mine(values.begin() + number * 12, values.begin() + number * 12 + 12);
    CHECK(mine == std::vector<int>{rank, number % 32 / 8 * 100 + 4, first + 3,
                                   rank < 2 ? number : number - 2, rank > 4 ? number : number + 3,
                                   first + (rank ^ 5), 0xc0, 1, rank < 4 ? 0x0f : 0xf0, first + 7,
                                   rank * (rank - 1) / 2, number < 32 ? 15 + 7 : 79 + 39});
  }
}

TEST_CASE("the threads of a branch are together") {
  const DeviceArray<unsigned> facts(22), total(std::vector<unsigned>{0});
  coalesced<<<1, 64>>>(facts.get(), total.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  const std::vector<unsigned> values = facts.to_host();
  for (unsigned i = 0; i < 22; ++i) {
    // 11 of each warp: 0, 3, ... 30 and 33, ... 63.
    CHECK(values[i] == 11 * 1000 + i % 11);
  }
  CHECK(total.to_host()[0] == 22);
  const DeviceArray<unsigned> sizes(32);
  both_branches<<<1, 32>>>(sizes.get());
  for (unsigned i = 0; i < 32; ++i) CHECK(sizes.to_host()[i] == (i < 10 ? 10 : 22));
}

TEST_CASE("copies by a group, and facts of the grid") {
  std::vector<int> values(100);
  for (int i = 0; i < 100; ++i) values[static_cast<std::size_t>(i)] = i * i;
  const DeviceArray<int> in(values), out(100);
  copy_together<<<1, 100>>>(in.get(), out.get());
  const std::vector<int> copied = out.to_host();
  for (std::size_t i = 0; i < 100; ++i) CHECK(copied[i] == values[99 - i]);
  const DeviceArray<unsigned long long> facts(12);
  grid_facts<<<dim3(2, 3), 2>>>(facts.get());
  for (std::size_t i = 0; i < 12; ++i) CHECK(facts.to_host()[i] == 1200 + i / 2);
}

TEST_CASE("a grid cannot synchronize, and a tile without a member cannot go on") {
  {
    const ResetAtEnd reset;
    syncs_the_grid<<<2, 32>>>();
    CHECK(cudaGetLastError() == cudaErrorNotSupported);
    CHECK(diagnosed("the CPU backend has no cooperative launches; a GPU build has"));
  }
  const ResetAtEnd reset;
  one_member_missing<<<1, 8>>>();
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("cooperative_groups_test.cu:"));
  CHECK(diagnosed("3 threads wait at a warp intrinsic, thread (4,0,0) of block (0,0,0)"));
}
