// The counters: atomics, the longest queue, lanes at one address.
#include "common/cpu/counters.h"

#include <doctest/doctest.h>

#include "device_array.h"

using course::cpu::Counts;
using course::cpu::start_counting;
using course::cpu::stop_counting;

__global__ void add_modulo(unsigned* bins, unsigned modulus) {
  atomicAdd(&bins[(blockIdx.x * blockDim.x + threadIdx.x) % modulus], 1u);
}

TEST_CASE("global atomics, their queues and lanes") {
  const DeviceArray<unsigned> bins(std::vector<unsigned>(1000));
  add_modulo<<<10, 64>>>(bins.get(), 4);  // not counted
  start_counting();
  add_modulo<<<100, 64>>>(bins.get(), 4);
  Counts counts = stop_counting();
  CHECK(counts.global_atomics == 6400);
  CHECK(counts.shared_atomics == 0);
  CHECK(counts.longest_queue == 1600);
  CHECK(counts.mean_same_address_lanes == 8.0);
  CHECK(counts.worst_same_address_lanes == 8);
  add_modulo<<<10, 64>>>(bins.get(), 4);

  start_counting();
  add_modulo<<<5, 64>>>(bins.get(), 1);
  add_modulo<<<5, 64>>>(bins.get(), 320);
  counts = stop_counting();
  CHECK(counts.global_atomics == 640);
  CHECK(counts.longest_queue == 321);  // over both launches
  CHECK(counts.mean_same_address_lanes == 16.5);
  CHECK(counts.worst_same_address_lanes == 32);

  start_counting();
  counts = stop_counting();
  CHECK(counts.global_atomics == 0);
  CHECK(counts.longest_queue == 0);
  CHECK(counts.mean_same_address_lanes == 0);
}

__global__ void shared_then_global(unsigned* bins) {
  __shared__ unsigned counts[32];
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x % 32], 1u);  // one lane at each address
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x / 2], counts[threadIdx.x]);  // two lanes
}

TEST_CASE("shared atomics are counted apart") {
  const DeviceArray<unsigned> bins(std::vector<unsigned>(16));
  start_counting();
  shared_then_global<<<50, 96>>>(bins.get());
  const Counts counts = stop_counting();
  CHECK(counts.shared_atomics == 50 * 96);
  CHECK(counts.global_atomics == 50 * 32);
  CHECK(counts.longest_queue == 100);
  CHECK(counts.mean_same_address_lanes == (3 * 1 + 1 * 2) / 4.0);
  CHECK(counts.worst_same_address_lanes == 2);
  CHECK(bins.to_host() == std::vector<unsigned>(16, 300));
}

__global__ void many_addresses(unsigned* words, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&words[i], 1u);
  }
  atomicAdd(&words[7], 1u);
}

TEST_CASE("as many addresses as atomics") {
  const unsigned n = 50000;
  const DeviceArray<unsigned> words{std::vector<unsigned>(n)};
  start_counting();
  many_addresses<<<8, 128>>>(words.get(), n);
  const Counts counts = stop_counting();
  CHECK(counts.global_atomics == n + 1024);
  CHECK(counts.longest_queue == 1025);
}
