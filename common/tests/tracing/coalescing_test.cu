// Loads and stores of global memory: requests, lanes and sectors, by hand from the source.
#include <cuda_fp16.h>

#include "counting.h"

namespace {

DeviceArray<float> zeros() { return DeviceArray<float>(std::vector<float>(8192)); }

template <class T>
__global__ void copy(const T* in, T* out) {
  out[I] = in[I];
}
template <class T>
__global__ void load_stride(const T* in, T* out, int stride) {
  out[I] = in[I * stride];
}
__global__ void broadcast(const float* in, float* out) {
  out[I] = in[blockIdx.x] + in[blockIdx.x];  // one load
}
__global__ void reversed(const float* in, float* out) { out[I] = in[I ^ 31]; }
__global__ void add_one(const float4* in, float4* out) {
  float4 x = in[I];
  x.x += 1;
  x.y += 1;
  x.z += 1;
  x.w += 1;
  out[I] = x;
}
struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};
__global__ void member(const Particle* in, float* out) { out[I] = in[I].vx; }
struct FourHalves {  // 8 bytes of alignment 2
  __half a, b, c, d;
};
struct __align__(16) Pack {
  float values[4];
};
__global__ void add_packs(const Pack* a, const Pack* b, Pack* out) {
  const Pack left = a[I], right = b[I];
  Pack sum;
  for (int k = 0; k < 4; ++k) sum.values[k] = left.values[k] + right.values[k];
  out[I] = sum;
}

}  // namespace

TEST_CASE("neighbouring lanes read neighbours") {
  const auto in = zeros(), out = zeros();
  auto* const f = in.get();
  auto* const g = out.get();
  auto seen = count([&] { copy<<<2, 128>>>(f, g); });
  CHECK(sectors(seen.global_loads) == Seen{8, 256, 8 * 4});
  CHECK(sectors(seen.global_stores) == Seen{8, 256, 8 * 4});
  CHECK(seen.global_loads.bytes == 256 * 4);
  CHECK(seen.global_loads.least_sectors == 8 * 4);
  CHECK(seen.shared_requests() == 0);
  CHECK(seen.global_atomics.requests == 0);

  const DeviceArray<__half> halves(std::vector<__half>(8192));
  __half* const h = halves.get();
  seen = count([&] { copy<<<2, 128>>>(h, h + 4096); });
  CHECK(sectors(seen.global_loads) == Seen{8, 256, 8 * 2});
  seen = count([&] { copy<<<1, 64>>>((double*)f, (double*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 8});
  seen = count([&] { copy<<<1, 64>>>((char*)f, (char*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2});
  seen = count([&] { reversed<<<1, 64>>>(f, g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 4});
}

TEST_CASE("wide accesses are one request, where the type's alignment allows them") {
  const auto in = zeros(), out = zeros();
  auto* const f = in.get();
  auto* const g = out.get();
  auto seen = count([&] { copy<<<1, 64>>>((float4*)f, (float4*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 16});
  CHECK(sectors(seen.global_stores) == Seen{2, 64, 2 * 16});
  seen = count([&] { copy<<<1, 64>>>((float2*)f, (float2*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 8});
  seen = count([&] { add_one<<<1, 64>>>((float4*)f, (float4*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 16});
  CHECK(sectors(seen.global_stores) == Seen{2, 64, 2 * 16});
  seen = count([&] { add_packs<<<1, 64>>>((Pack*)f, (Pack*)f, (Pack*)g); });
  CHECK(sectors(seen.global_loads) == Seen{4, 128, 4 * 16});
  CHECK(sectors(seen.global_stores) == Seen{2, 64, 2 * 16});
  // Three words, each with gaps of two: 96 bytes a lane lie in all sectors of 12 lines.
  seen = count([&] { copy<<<1, 64>>>((float3*)f, (float3*)g); });
  CHECK(sectors(seen.global_loads) == Seen{6, 192, 6 * 12});
  // As if of alignment 4: twice 4 bytes, 8 bytes apart.
  seen = count([&] { copy<<<1, 32>>>((FourHalves*)f, (FourHalves*)g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 8});
}

TEST_CASE("what lies apart, or not at the start of a sector, takes more sectors") {
  const auto in = zeros(), out = zeros();
  auto* const f = in.get();
  auto* const g = out.get();
  auto seen = count([&] { copy<<<2, 128>>>(f + 1, g); });
  CHECK(sectors(seen.global_loads) == Seen{8, 256, 8 * 5});
  CHECK(sectors(seen.global_stores) == Seen{8, 256, 8 * 4});
  CHECK(seen.global_loads.least_sectors == 8 * 4);
  const DeviceArray<__half> halves(std::vector<__half>(8192));
  __half* const h = halves.get();
  seen = count([&] { copy<<<2, 128>>>(h + 1, h + 4096); });
  CHECK(sectors(seen.global_loads) == Seen{8, 256, 8 * 3});
  seen = count([&] { load_stride<<<1, 64>>>(f, g, 2); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 8});
  CHECK(seen.global_loads.least_sectors == 2 * 4);
  seen = count([&] { load_stride<<<1, 64>>>(f, g, 32); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 32});
  CHECK(seen.global_loads.least_sectors == 2 * 4);
  seen = count([&] { member<<<1, 64>>>((Particle*)f, g); });
  CHECK(sectors(seen.global_loads) == Seen{2, 64, 2 * 32});
  seen = count([&] { broadcast<<<2, 64>>>(f, g); });
  CHECK(sectors(seen.global_loads) == Seen{4, 128, 4});
  CHECK(seen.global_loads.least_sectors == 4);
}

TEST_CASE("each launch is counted, and nothing outside start and stop") {
  const auto in = zeros(), out = zeros();
  auto* const f = in.get();
  auto* const g = out.get();
  copy<<<2, 128>>>(f, g);
  auto seen = count([&] {
    copy<<<2, 128>>>(f, g);
    copy<<<1, 48>>>(f, g);  // of the second warp half
  });
  CHECK(sectors(seen.global_loads) == Seen{8 + 2, 256 + 48, 8 * 4 + 6});
  copy<<<2, 128>>>(f, g);
  seen = count([] {});
  CHECK(sectors(seen.global_loads) == Seen{0, 0, 0});
}
