// Branches, loops of different length and early exits: after each the warp must be whole again.
#include <algorithm>

#include "counting.h"

namespace {

__global__ void branches(const float* a, const float* b, float* out) {
  float x;
  if (LANE % 2 == 0) {
    x = a[I] + 1;
  } else {
    x = b[I] * 2;
  }
  out[I] = x;
}
__global__ void trips(const float* a, float* out) {
  float sum = 0;
  for (unsigned k = 0; k < LANE; ++k) sum += a[32 * k + LANE];
  out[I] = sum;
}
__global__ void early_return(const float* in, float* out, unsigned n) {
  if (I >= n) return;
  out[I] = in[I];
}
__global__ void early_break(const int* in, int* out) {
  int k = 0;
  for (;; ++k) {
    const int x = in[32 * k + LANE];
    if (x == 0) break;
    out[32 * k + LANE] = x;
  }
  out[LANE] = k;
}
__global__ void nested(const int* trips_of, const float* in, float* out) {
  for (int row = 0; row < 4; ++row) {
    float sum = 0;
    const int trips = trips_of[32 * row + LANE];
    for (int k = 0; k < trips; ++k) sum += in[32 * k + LANE];
    out[32 * row + LANE] = sum;
  }
}
__global__ void choose(const int* in, int* out) {
  switch (LANE % 4) {
    case 0:
      out[LANE] = in[LANE];
      break;
    case 1:
      out[LANE] = in[LANE + 32] + 5;
      break;
    case 2:
      out[LANE] = in[LANE + 64] * 3;
      [[fallthrough]];
    default:
      atomicAdd(&out[LANE], 1);
  }
  out[LANE + 32] = 1;
}
__device__ float fetch(const float* p, unsigned i) {
  if (i % 4 == 0) return p[i] * 2;
  return p[i];
}
__attribute__((noinline)) __device__ float fetch_by_call(const float* p, unsigned i) {
  if (i % 4 == 0) return p[i] * 2;
  return p[i];
}
template <float (*kFetch)(const float*, unsigned)>
__global__ void calls(const float* a, const float* b, float* out) {
  float x = 0;
  if (LANE < 8) x = kFetch(a, I);
  if (LANE >= 16) {
    x = kFetch(b, I);
  } else {
    x += kFetch(a, I + 1);
  }
  out[I] = x;
}
__global__ void short_circuit(const int* a, const int* b, int* out, unsigned n) {
  if (I < n && a[I] > 0 && b[I] > 0) out[I] = 1;
}
__global__ void exit_inside(const int* in, int* out) {
  for (int k = 0; k < 4; ++k) {
    if (in[32 * k + LANE] == 0) return;
    out[32 * k + LANE] = k;
  }
}
__global__ void with_barriers(const float* in, float* out) {
  __shared__ float s[256];
  for (int round = 0; round < 3; ++round) {
    s[threadIdx.x] = in[I];
    __syncthreads();
    if (threadIdx.x < 128) out[I] = s[2 * threadIdx.x];
    __syncthreads();
  }
}
__global__ void shuffles(const float* in, float* out) {
  float x = in[I];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d);
  if (LANE == 0) out[I / 32] = x;
}

DeviceArray<float> floats() { return DeviceArray<float>(std::vector<float>(2048)); }

}  // namespace

TEST_CASE("the sides of a branch are requests of their own") {
  const auto in = floats(), out = floats();
  auto seen = count([&] { branches<<<1, 64>>>(in.get(), in.get() + 64, out.get()); });
  CHECK(sectors(seen.global_loads) == Seen{4, 64, 4 * 4});
  CHECK(sectors(seen.global_stores) == Seen{2, 64, 8});

  const DeviceArray<int> numbers(std::vector<int>(1024, 1));
  int* const n = numbers.get();
  seen = count([&] { choose<<<1, 32>>>(n, n + 512); });
  CHECK(sectors(seen.global_loads) == Seen{3, 24, 12});
  CHECK(sectors(seen.global_stores) == Seen{4, 24 + 32, 16});
  CHECK(sectors(seen.global_atomics) == Seen{1, 16, 4});

  const DeviceArray<int> ones(std::vector<int>(64, 1)), marks(std::vector<int>(64));
  seen = count([&] { short_circuit<<<1, 64>>>(ones.get(), ones.get(), marks.get(), 40); });
  CHECK(sectors(seen.global_loads) == Seen{4, 80, 10});
  CHECK(sectors(seen.global_stores) == Seen{2, 40, 5});
}

TEST_CASE("lanes that leave a loop wait for the others") {
  const auto in = floats(), out = floats();
  auto seen = count([&] { trips<<<1, 64>>>(in.get(), out.get()); });
  CHECK(sectors(seen.global_loads) == Seen{2 * 31, 2 * 496, 2 * (7 * 4 + 8 * (3 + 2 + 1))});
  CHECK(sectors(seen.global_stores) == Seen{2, 64, 8});

  std::vector<int> trips_of(128);
  std::uint64_t requests = 0, lanes = 0, touched = 0;
  for (int row = 0; row < 4; ++row) {
    int* const mine = &trips_of[static_cast<std::size_t>(32 * row)];
    for (int lane = 0; lane < 32; ++lane) {
      mine[lane] = lane * (row + 1) % 5;
      lanes += static_cast<std::uint64_t>(mine[lane]);
    }
    const int longest = *std::max_element(mine, mine + 32);
    requests += static_cast<std::uint64_t>(longest);
    for (int k = 0; k < longest; ++k) {
      for (int sector = 0; sector < 4; ++sector) {
        touched += *std::max_element(mine + 8 * sector, mine + 8 * sector + 8) > k;
      }
    }
  }
  const DeviceArray<int> device_trips(trips_of);
  seen = count([&] { nested<<<1, 32>>>(device_trips.get(), in.get(), out.get()); });
  CHECK(sectors(seen.global_loads) == Seen{4 + requests, 128 + lanes, 16 + touched});
  CHECK(sectors(seen.global_stores) == Seen{4, 128, 16});
}

TEST_CASE("lanes that leave early") {
  const auto in = floats(), out = floats();
  auto seen = count([&] { early_return<<<1, 64>>>(in.get(), out.get(), 40); });
  CHECK(sectors(seen.global_loads) == Seen{2, 40, 5});

  std::vector<int> values(32 * 33, 7);
  for (std::size_t lane = 0; lane < 32; ++lane) values[33 * lane] = 0;  // leaves at k = lane
  const DeviceArray<int> breaks(values), results(std::vector<int>(32 * 33));
  seen = count([&] { early_break<<<1, 32>>>(breaks.get(), results.get()); });
  CHECK(sectors(seen.global_loads) == Seen{32, 528, 8 * (1 + 2 + 3 + 4)});
  CHECK(sectors(seen.global_stores) == Seen{31 + 1, 496 + 32, 4 + 7 * 4 + 8 * (3 + 2 + 1)});

  std::vector<int> exits(128, 1);
  std::fill(exits.begin() + 32, exits.begin() + 48, 0);  // half leave at k = 1
  const DeviceArray<int> exit_at(exits);
  seen = count([&] { exit_inside<<<1, 32>>>(exit_at.get(), results.get()); });
  CHECK(sectors(seen.global_loads) == Seen{4, 32 + 32 + 16 + 16, 4 + 4 + 2 + 2});
  CHECK(sectors(seen.global_stores) == Seen{4, 32 + 16 * 3, 4 + 2 * 3});
}

TEST_CASE("functions, part of the kernel or called") {
  const auto in = floats(), out = floats();
  const Seen loads{6, 8 + 16 + 16, 2 * 1 + 2 * 2 + 3 + 2}, stores{1, 32, 4};
  auto seen = count([&] { calls<fetch><<<1, 32>>>(in.get(), in.get() + 64, out.get()); });
  CHECK(sectors(seen.global_loads) == loads);
  CHECK(sectors(seen.global_stores) == stores);
  seen = count([&] { calls<fetch_by_call><<<1, 32>>>(in.get(), in.get() + 64, out.get()); });
  CHECK(sectors(seen.global_loads) == loads);
  CHECK(sectors(seen.global_stores) == stores);
}

TEST_CASE("barriers and shuffles in between") {
  const auto in = floats(), out = floats();
  auto seen = count([&] { with_barriers<<<2, 256>>>(in.get(), out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{3 * 16, 3 * 512, 48});
  CHECK(wavefronts(seen.shared_loads) == Seen{3 * 8, 3 * 256, 48});
  CHECK(sectors(seen.global_loads) == Seen{48, 3 * 512, 192});
  seen = count([&] { shuffles<<<1, 64>>>(in.get(), out.get()); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 8});
  CHECK(sectors(seen.global_stores) == Seen{2, 2, 2});
}
