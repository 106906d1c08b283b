// The kernels behind common/harness/model/rates.h: what can this GPU do when nothing else is asked
// of it?
#pragma once

#include "common/harness/model/rates.h"
#include "common/harness/problem/random.h"
#include "common/harness/problem/workload.h"
#include "common/kernels/aligned.cuh"
#include "common/kernels/occupancy.cuh"

namespace course {

namespace probe {

// Makes the result look used, so that the compiler keeps the reads. The condition never holds for
// the probes' data.
__device__ inline void keep(unsigned bits, unsigned* sink) {
  if (bits == 0x12345678u) *sink = bits;
}

// 16 bytes a load, eight independent loads of a thread in flight before the first is used.
static __global__ void read_in_flight(const uint4* data, std::size_t words, unsigned* sink) {
  constexpr int kLoads = 8;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned bits = 0;
  for (; i + (kLoads - 1) * threads < words; i += kLoads * threads) {
    uint4 word[kLoads];
    for (int k = 0; k < kLoads; ++k) word[k] = data[i + k * threads];
    for (int k = 0; k < kLoads; ++k) bits ^= word[k].x ^ word[k].y ^ word[k].z ^ word[k].w;
  }
  for (; i < words; i += threads) bits ^= data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
  keep(bits, sink);
}

inline void read(const void* data, std::size_t bytes, unsigned* sink, const Device& device) {
  const unsigned blocks = static_cast<unsigned>(device.multiprocessors) * 4;
  read_in_flight<<<blocks, 512>>>(static_cast<const uint4*>(data), bytes / 16, sink);
  CUDA_CHECK(cudaGetLastError());
}

__device__ inline unsigned bits_in(unsigned value) { return value; }
__device__ inline unsigned bits_in(uint4 value) { return value.x ^ value.y ^ value.z ^ value.w; }

// One load of a thread at a time: the next one's address waits for the last one's value.
template <typename T>
__global__ void read_in_turn(const T* data, std::size_t n, unsigned* sink) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned bits = 0;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  while (i < n) {
    const unsigned value = bits_in(data[i]);
    bits ^= value;
    i += threads + (value == 0xFFu ? 1 : 0);  // the data holds no such value
  }
  keep(bits, sink);
}

template <typename T>
void read_elements_in_turn(const void* data, std::size_t bytes, unsigned* sink,
                           const Device& device) {
  const unsigned blocks = static_cast<unsigned>(device.multiprocessors) * 8;
  read_in_turn<<<blocks, 256>>>(static_cast<const T*>(data), bytes / sizeof(T), sink);
  CUDA_CHECK(cudaGetLastError());
}

inline void read_narrow(unsigned load_bytes, const void* data, std::size_t bytes, unsigned* sink,
                        const Device& device) {
  if (load_bytes == 1) read_elements_in_turn<unsigned char>(data, bytes, sink, device);
  if (load_bytes == 2) read_elements_in_turn<unsigned short>(data, bytes, sink, device);
  if (load_bytes == 4) read_elements_in_turn<unsigned>(data, bytes, sink, device);
  if (load_bytes == 16) read_elements_in_turn<uint4>(data, bytes, sink, device);
}

// Each thread reads 32 words, a line of 128 bytes, so that a warp asks for 32 lines at a time.
static __global__ void read_contiguous(const unsigned* words, std::size_t n, unsigned* sink) {
  const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * 32;
  unsigned bits = 0;
  for (std::size_t i = first; i < first + 32 && i < n; ++i) bits ^= words[i];
  keep(bits, sink);
}

// Returns how many lines are looked up: one for each word.
inline std::size_t look_up_lines(const void* data, std::size_t bytes, unsigned* sink) {
  const std::size_t n = bytes / sizeof(unsigned);
  read_contiguous<<<blocks_for(n, 32 * 256), 256>>>(static_cast<const unsigned*>(data), n, sink);
  CUDA_CHECK(cudaGetLastError());
  return n;
}

template <typename T>
__global__ void copy_one_each(const T* from, T* to, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

template <typename T>
void copy_elements(const void* from, void* to, std::size_t bytes) {
  const std::size_t n = bytes / sizeof(T);
  copy_one_each<<<blocks_for(n, 256), 256>>>(static_cast<const T*>(from), static_cast<T*>(to), n);
  CUDA_CHECK(cudaGetLastError());
}

inline void copy_flat(unsigned width, const void* from, void* to, std::size_t bytes) {
  if (width == 2) copy_elements<unsigned short>(from, to, bytes);
  if (width == 4) copy_elements<unsigned>(from, to, bytes);
  if (width == 16) copy_elements<uint4>(from, to, bytes);
}

// Which of so many counters, a power of two, thread i adds to. Computed, because a load would cost
// more.
__host__ __device__ inline unsigned counter_of(std::size_t i, unsigned counters) {
  return static_cast<unsigned>(random_bits(1, i)) & (counters - 1);
}

static __global__ void add_anywhere(unsigned* data, std::size_t n, unsigned counters) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&data[counter_of(i, counters)], 1);
}

inline void global_atomics(unsigned* data, std::size_t n, unsigned counters) {
  add_anywhere<<<blocks_for(n, 256), 256>>>(data, n, counters);
  CUDA_CHECK(cudaGetLastError());
}

// At random counters of two lines, the first one and the one that is `apart` lines away.
static __global__ void add_to_two_lines(unsigned* data, std::size_t n, unsigned apart) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned counter = counter_of(i, 64);
  if (i < n) atomicAdd(&data[counter < 32 ? counter : counter - 32 + 32 * apart], 1);
}

inline void atomics_on_two_lines(unsigned* data, std::size_t n, unsigned apart) {
  add_to_two_lines<<<blocks_for(n, 256), 256>>>(data, n, apart);
  CUDA_CHECK(cudaGetLastError());
}

// Each warp adds to the 32 counters of a line, and of another one, 16 times.
constexpr unsigned kCommits = 16;
static __global__ void add_neighbours(unsigned* data, unsigned lines) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  for (unsigned k = 0; k < kCommits; ++k) {
    atomicAdd(&data[(warp + k) % lines * 32 + threadIdx.x % 32], 1);
  }
}

// Returns the passes: one for each sector of 8 counters.
inline double commit(unsigned* data, unsigned blocks, unsigned lines) {
  add_neighbours<<<blocks, 256>>>(data, lines);
  CUDA_CHECK(cudaGetLastError());
  return 256.0 / 8 * kCommits * blocks;
}

// Chapter 04's atomics alone: each block of 1,024 adds to random counters of its copy.
static __global__ void add_in_copies(unsigned* data, unsigned copies, unsigned counters) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  atomicAdd(&data[blockIdx.x % copies * counters + counter_of(i, counters)], 1);
}

inline void atomics_in_copies(unsigned* data, unsigned blocks, unsigned copies, unsigned counters) {
  add_in_copies<<<blocks, 1024>>>(data, copies, counters);
  CUDA_CHECK(cudaGetLastError());
}

// As many blocks of 1,024 threads as the device holds at the same time.
inline unsigned blocks_of_1024(const Device& device) {
  return static_cast<unsigned>(device.multiprocessors) *
         (static_cast<unsigned>(device.max_threads_per_multiprocessor) / 1024);
}

// Four lanes of a warp meet in each bank that is used, at different addresses.
static __global__ void __launch_bounds__(1024, kResidentThreads / 1024)
    add_in_shared_memory(unsigned* sink, unsigned rounds) {
  constexpr unsigned degree = 4;
  __shared__ unsigned counters[32 * 32];
  for (unsigned k = threadIdx.x; k < 32 * 32; k += blockDim.x) counters[k] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32, banks = 32 / degree;
  const unsigned first = lane % banks + 32 * (lane / banks);
  for (unsigned round = 0; round < rounds; round += 8) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) atomicAdd(&counters[(first + k) % (32 * 32)], 1);
  }
  __syncthreads();
  keep(counters[threadIdx.x % 32], sink);
}

// Returns the wavefronts.
inline std::size_t shared_atomics(unsigned* sink, unsigned rounds, const Device& device) {
  const unsigned blocks = blocks_of_1024(device);
  add_in_shared_memory<<<blocks, 1024>>>(sink, rounds);
  CUDA_CHECK(cudaGetLastError());
  return std::size_t{blocks} * (1024 / 32) * 4 * rounds;
}

// Chapter 06's inner loop without the wait for memory: the same 16 KiB again and again, from a
// cache. A lane has its own counters, so that no bank of shared memory is wanted twice.
template <bool kSpareBin, typename Sample, typename BinOf>
__global__ void __launch_bounds__(1024, kResidentThreads / 1024)
    count_from_cache(const Pack<Sample>* packs, unsigned rounds, unsigned bins, unsigned* sink) {
  constexpr unsigned kMostBins = 7;
  __shared__ unsigned counters[(kMostBins + 1) * 32];
  for (unsigned k = threadIdx.x; k < (kMostBins + 1) * 32; k += blockDim.x) counters[k] = 0;
  __syncthreads();
  unsigned* const mine = counters + threadIdx.x % 32;
  const BinOf bin_of;
  for (unsigned round = 0; round < rounds; ++round) {
    const Pack<Sample> pack = packs[(threadIdx.x + 32 * round) % 1024];
    for (int k = 0; k < Pack<Sample>::kWidth; ++k) {
      const unsigned bin = bin_of(pack[k]);
      if (kSpareBin) {
        atomicAdd(&mine[min(bin, bins) * 32], 1);
      } else if (bin < bins) {
        atomicAdd(&mine[bin * 32], 1);
      }
    }
  }
  __syncthreads();
  keep(counters[threadIdx.x % 32], sink);
}

template <typename Sample, typename BinOf>
std::size_t count_samples(bool spare_bin, const void* data, unsigned rounds, unsigned* sink,
                          const Device& device) {
  const unsigned blocks = blocks_of_1024(device), bins = 7;
  const auto kernel =
      spare_bin ? count_from_cache<true, Sample, BinOf> : count_from_cache<false, Sample, BinOf>;
  kernel<<<blocks, 1024>>>(static_cast<const Pack<Sample>*>(data), rounds, bins, sink);
  CUDA_CHECK(cudaGetLastError());
  return std::size_t{blocks} * 1024 * rounds * Pack<Sample>::kWidth;
}

inline std::size_t count(const CountForm& form, const void* data, unsigned rounds, unsigned* sink,
                         const Device& device) {
  const auto run = form.letters             ? count_samples<unsigned char, LettersByFour>
                   : form.sample_bytes == 1 ? count_samples<unsigned char, SampleIsBin>
                   : form.sample_bytes == 2 ? count_samples<unsigned short, SampleIsBin>
                                            : count_samples<int, SampleIsBin>;
  return run(form.spare_bin, data, rounds, sink, device);
}

// Chapter 05's kernel with nothing to commit: what a block costs whose threads count one sample.
static __global__ void __launch_bounds__(1024, kResidentThreads / 1024)
    count_once(const unsigned char* data, unsigned* sink) {
  __shared__ unsigned counters[32];
  if (threadIdx.x < 32) counters[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  atomicAdd(&counters[(threadIdx.x + data[i]) % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) keep(counters[threadIdx.x], sink);
}

inline void blocks(const void* data, unsigned blocks, unsigned threads, unsigned* sink) {
  count_once<<<blocks, threads>>>(static_cast<const unsigned char*>(data), sink);
  CUDA_CHECK(cudaGetLastError());
}

static __global__ void do_nothing() {}

inline void nothing(unsigned blocks = 1, unsigned threads = 32) {
  do_nothing<<<blocks, threads>>>();
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace probe

}  // namespace course
