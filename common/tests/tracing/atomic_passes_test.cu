// Atomics on global memory: requests, sectors, lines, and passes, which are for each sector of a
// request the most lanes that share one address.
#include <algorithm>

#include "counting.h"

namespace {

__global__ void add_modulo(unsigned* out, unsigned modulus, unsigned stride) {
  atomicAdd(&out[LANE % modulus * stride], 1u);
}
__global__ void conditional(unsigned* out) {
  for (unsigned k = 0; k < 8; ++k) {
    if ((LANE + k) % 2 == 0) atomicAdd(&out[LANE], k);
  }
}
__global__ void pack_of_samples(const uint4* in, unsigned* out, unsigned bins) {
  const uint4 pack = in[I];
  const unsigned word[4] = {pack.x, pack.y, pack.z, pack.w};
  for (int k = 0; k < 16; ++k) {
    const unsigned bin = word[k / 4] >> 8 * (k % 4) & 255;
    if (bin < bins) atomicAdd(&out[bin], 1u);
  }
}
__global__ void of_every_kind(float* f, unsigned* u, unsigned long long* wide) {
  atomicAdd(&f[LANE], 1.0f);  // a loop on a CPU
  atomicMin(&u[LANE], LANE);  // as well
  atomicAdd(&wide[LANE], 1ull);
  atomicCAS(&u[32 + LANE], 0u, 1u);
}
__global__ void own_float_add(float* sum) {
  auto* const word = reinterpret_cast<unsigned*>(&sum[LANE / 16]);
  unsigned old = *word, seen = 0;
  do {
    seen = old;
    old = atomicCAS(word, seen, __float_as_uint(__uint_as_float(seen) + 1));
  } while (old != seen);
}

struct Passes {
  std::uint64_t requests, sectors, lines, passes;
  bool operator==(const Passes&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Passes& p) {
  return out << p.requests << " requests, " << p.sectors << " sectors, " << p.lines << " lines, "
             << p.passes << " passes";
}
Passes passes(const course::cpu::AccessCounts& counts) {
  return {counts.requests, counts.sectors, counts.lines, counts.passes};
}
DeviceArray<unsigned> zeros(std::size_t n) {
  return DeviceArray<unsigned>(std::vector<unsigned>(n));
}

}  // namespace

TEST_CASE("passes are counted sector by sector") {
  const auto out = zeros(32 * 64);
  const auto add = [&](unsigned modulus, unsigned stride) {
    const auto seen =
        count([&] { add_modulo<<<1, 64>>>(out.get(), modulus, stride); }).global_atomics;
    CHECK(seen.lanes == 64);
    return passes(seen);
  };
  CHECK(add(1, 0) == Passes{2, 2, 2, 2 * 32});
  CHECK(add(2, 1) == Passes{2, 2, 2, 2 * 16});
  CHECK(add(8, 1) == Passes{2, 2, 2, 2 * 4});
  CHECK(add(16, 1) == Passes{2, 4, 2, 2 * 2 * 2});  // two lanes an address in each of two sectors
  CHECK(add(32, 1) == Passes{2, 8, 2, 2 * 4});
  CHECK(add(32, 8) == Passes{2, 64, 16, 2 * 32});
  CHECK(add(32, 32) == Passes{2, 64, 64, 2 * 32});
  CHECK(add(2, 8) == Passes{2, 4, 2, 2 * 2 * 16});
  CHECK(add(3, 1) == Passes{2, 2, 2, 2 * 11});
}

TEST_CASE("atomics of some lanes only") {
  const auto out = zeros(64);
  auto seen = count([&] { conditional<<<1, 64>>>(out.get()); });
  CHECK(sectors(seen.global_atomics) == Seen{16, 256, 64});

  std::vector<unsigned char> samples(32 * 16);
  std::uint64_t requests = 0, lanes = 0, most = 0;
  for (std::size_t k = 0; k < 16; ++k) {
    std::uint64_t of_bin[8]{};
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::size_t value = (lane * 37 + k * 11) % 29;
      samples[16 * lane + k] = static_cast<unsigned char>(value < 5 ? value : 200);
      if (value < 5) ++of_bin[value], ++lanes;
    }
    const auto fullest = *std::max_element(of_bin, of_bin + 8);
    requests += fullest > 0;
    most += fullest;
  }
  const DeviceArray<unsigned char> bytes(samples);
  seen = count([&] { pack_of_samples<<<1, 32>>>((uint4*)bytes.get(), out.get(), 8); });
  CHECK(sectors(seen.global_atomics) == Seen{requests, lanes, requests});
  CHECK(seen.global_atomics.passes == most);
  CHECK(sectors(seen.global_loads) == Seen{1, 32, 16});
}

TEST_CASE("every kind of atomic is one request, however the CPU does it") {
  const DeviceArray<float> f(std::vector<float>(32));
  const auto u = zeros(64);
  const DeviceArray<unsigned long long> wide(std::vector<unsigned long long>(32));
  auto seen = count([&] { of_every_kind<<<1, 32>>>(f.get(), u.get(), wide.get()); });
  CHECK(passes(seen.global_atomics) == Passes{4, 4 + 4 + 8 + 4, 1 + 1 + 2 + 1, 4 + 4 + 8 + 4});
  CHECK(seen.global_atomics.bytes == 3 * 128 + 256);
  CHECK(seen.global_loads.requests == 0);
  CHECK(seen.global_stores.requests == 0);

  // The threads take turns here, so every atomicCAS meets what its thread has just read.
  seen = count([&] { own_float_add<<<1, 32>>>(f.get()); });
  CHECK(sectors(seen.global_loads) == Seen{1, 32, 1});
  CHECK(passes(seen.global_atomics) == Passes{1, 1, 1, 16});
}

TEST_CASE("lanes of atomics agree with the ledger's count") {
  const auto out = zeros(64);
  course::cpu::start_counting();
  conditional<<<3, 96>>>(out.get());
  const auto counts = course::cpu::stop_counting();
  REQUIRE(counts.memory);
  CHECK(counts.memory->global_atomics.lanes == counts.global_atomics);
  CHECK(counts.global_atomics == 3 * 96 * 4);
}
