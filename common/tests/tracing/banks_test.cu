// Shared memory: requests, lanes and wavefronts, by hand from the source.
#include "counting.h"

namespace {

template <class T>
__global__ void shared_stride(int stride, T* out) {
  __shared__ T values[1024];
  values[threadIdx.x * stride % 1024] = T{};
  __syncthreads();
  if (threadIdx.x == 0) out[0] = values[0];
}
template <int kColumns>
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][kColumns];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void one_bank(unsigned* out, int words) {
  extern __shared__ unsigned mine[];
  mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[LANE % words * 32], 1u);
  atomicMax(&out[LANE], 3u);
}
__global__ void two_variables(float* out) {
  __shared__ float first[64];
  __shared__ float second[64];
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  out[I] = first[threadIdx.x ^ 1] + second[threadIdx.x ^ 1];
}

}  // namespace

TEST_CASE("different words of a bank take turns, the same word does not") {
  const DeviceArray<float> out(std::vector<float>(1024));
  float* const g = out.get();
  auto seen = count([&] { shared_stride<<<1, 64>>>(1, g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 2});
  CHECK(wavefronts(seen.shared_loads) == Seen{1, 1, 1});
  CHECK(sectors(seen.global_stores) == Seen{1, 1, 1});
  CHECK(seen.global_loads.requests == 0);
  seen = count([&] { shared_stride<<<1, 64>>>(2, g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 4});
  CHECK(seen.shared_stores.least_wavefronts == 2);
  seen = count([&] { shared_stride<<<1, 64>>>(32, g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 64});
  seen = count([&] { shared_stride<<<1, 64>>>(33, g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 2});
  seen = count([&] { shared_stride<<<1, 64>>>(0, g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 2});
  seen = count([&] { shared_stride<<<1, 64>>>(1, (char*)g); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 2});
}

TEST_CASE("of wide accesses half or a quarter of a warp is served at a time") {
  const DeviceArray<float4> out(std::vector<float4>(64));
  auto seen = count([&] { shared_stride<<<1, 64>>>(1, (double*)out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 4});
  CHECK(seen.shared_stores.least_wavefronts == 4);
  seen = count([&] { shared_stride<<<1, 64>>>(2, (double*)out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 8});
  CHECK(seen.shared_stores.least_wavefronts == 4);
  seen = count([&] { shared_stride<<<1, 64>>>(1, out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 8});
  CHECK(seen.shared_stores.least_wavefronts == 8);
  seen = count([&] { shared_stride<<<1, 8>>>(1, out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{1, 8, 1});
}

TEST_CASE("a column of a tile, without and with a column to spare") {
  const DeviceArray<float> in(std::vector<float>(1024)), out(std::vector<float>(1024));
  auto seen = count([&] { transpose<32><<<1, dim3(32, 8)>>>(in.get(), out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{8, 256, 8});
  CHECK(wavefronts(seen.shared_loads) == Seen{8, 256, 8 * 32});
  seen = count([&] { transpose<33><<<1, dim3(32, 8)>>>(in.get(), out.get()); });
  CHECK(wavefronts(seen.shared_loads) == Seen{8, 256, 8});
  CHECK(sectors(seen.global_stores) == Seen{8, 256, 32});
}

TEST_CASE("atomics on shared memory") {
  const DeviceArray<unsigned> out(std::vector<unsigned>(32));
  auto seen = count([&] { one_bank<<<1, 64, 4096>>>(out.get(), 4); });
  CHECK(wavefronts(seen.shared_atomics) == Seen{2, 64, 8});
  CHECK(sectors(seen.global_atomics) == Seen{2, 64, 8});
  CHECK(wavefronts(seen.shared_stores) == Seen{2, 64, 2});
  CHECK(seen.shared_loads.requests == 0);
  CHECK(seen.shared_requests() == 4);
  CHECK(seen.shared_wavefronts() == 10);
  seen = count([&] { one_bank<<<1, 64, 4096>>>(out.get(), 32); });
  CHECK(wavefronts(seen.shared_atomics) == Seen{2, 64, 64});
}

TEST_CASE("what the backend keeps beside a variable is not counted") {
  const DeviceArray<float> out(std::vector<float>(128));
  const auto seen = count([&] { two_variables<<<2, 64>>>(out.get()); });
  CHECK(wavefronts(seen.shared_stores) == Seen{8, 256, 8});
  CHECK(wavefronts(seen.shared_loads) == Seen{8, 256, 8});
}
