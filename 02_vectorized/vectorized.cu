// Chapter 02: the same add with wider loads and stores.
//
// A thread that moves 4 bytes per instruction needs four instructions for what one 128-bit access
// does. With fewer instructions and more bytes in flight, the add reaches the speed of memory.
// Wide accesses need aligned addresses, so every kernel here has three parts: a scalar head up to
// the first aligned address of c, the wide middle, and a scalar tail. The inputs are loaded wide
// where their own addresses allow it, and one by one where not.

#include <algorithm>
#include <cstring>
#include <string>

#include "common/lesson.h"

using namespace course;

// Chapter 01's kernel, the starting point.
template <typename T>
__global__ void add(const T* a, const T* b, T* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Each load_ function is one wide load if the address is aligned for it.

__device__ float4 load_float4(const float* p) {
  if (is_aligned(p, 16)) return *reinterpret_cast<const float4*>(p);
  return make_float4(p[0], p[1], p[2], p[3]);
}

__device__ __half2 load_half2(const __half* p) {
  if (is_aligned(p, 4)) return *reinterpret_cast<const __half2*>(p);
  return __halves2half2(p[0], p[1]);
}

// Eight halves in 16 aligned bytes: each word holds a half2. Both parts matter. Without the
// alignment the compiler may only assume 4 bytes, and an array of __half2 would be copied member by
// member: nvcc 13.0 made four 32-bit loads of it.
struct alignas(16) HalfPack {
  unsigned word[4];
};

__device__ unsigned bits_of(__half2 pair) {
  unsigned word;
  memcpy(&word, &pair, sizeof word);
  return word;
}

__device__ __half2 half2_of(unsigned word) {
  __half2 pair;
  memcpy(&pair, &word, sizeof pair);
  return pair;
}

__device__ HalfPack load_half_pack(const __half* p) {
  if (is_aligned(p, 16)) return *reinterpret_cast<const HalfPack*>(p);
  HalfPack pack;
  for (int k = 0; k < 4; ++k) pack.word[k] = bits_of(load_half2(p + 2 * k));
  return pack;
}

// float32, one 128-bit load per input and one 128-bit store.
__global__ void add_f32x4(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, 16, 4);
  if (thread < split.packs) {
    const std::size_t i = split.head + 4 * thread;
    const float4 x = load_float4(a + i), y = load_float4(b + i);
    *reinterpret_cast<float4*>(c + i) = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 4);
    c[i] = a[i] + b[i];
  }
}

// float16, one half2 per thread: 32-bit accesses, two adds in one instruction.
__global__ void add_f16x2(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, 4, 2);
  if (thread < split.packs) {
    const std::size_t i = split.head + 2 * thread;
    *reinterpret_cast<__half2*>(c + i) = __hadd2(load_half2(a + i), load_half2(b + i));
  }
  if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 2);
    c[i] = a[i] + b[i];
  }
}

// float16, eight elements per thread, but still in 32-bit accesses: more work for a thread, the
// same width for each instruction.
__global__ void add_f16x8(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, 4, 8);
  if (thread < split.packs) {
    const std::size_t first = split.head + 8 * thread;
    for (std::size_t i = first; i < first + 8; i += 2) {
      *reinterpret_cast<__half2*>(c + i) = __hadd2(load_half2(a + i), load_half2(b + i));
    }
  }
  if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 8);
    c[i] = a[i] + b[i];
  }
}

// float16, eight elements per thread in one 128-bit access each way.
__global__ void add_f16x8_pack(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, 16, 8);
  if (thread < split.packs) {
    const std::size_t i = split.head + 8 * thread;
    const HalfPack x = load_half_pack(a + i), y = load_half_pack(b + i);
    HalfPack sum;
    for (int k = 0; k < 4; ++k) {
      sum.word[k] = bits_of(__hadd2(half2_of(x.word[k]), half2_of(y.word[k])));
    }
    *reinterpret_cast<HalfPack*>(c + i) = sum;
  }
  if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 8);
    c[i] = a[i] + b[i];
  }
}

// Blocks for one thread per pack, and for the at most 2 * (width - 1) elements beside the packs.
template <typename T>
unsigned blocks_for_packs(const ElementwiseProblem<T>& p, std::size_t width) {
  return blocks_for(p.n / width + 2 * width, p.block);
}

template <typename T>
void launch_scalar(const ElementwiseProblem<T>& p) {
  add<<<blocks_for(p.n, p.block), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

void launch_f32x4(const ElementwiseProblem<float>& p) {
  add_f32x4<<<blocks_for_packs(p, 4), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

void launch_f16x2(const ElementwiseProblem<__half>& p) {
  add_f16x2<<<blocks_for_packs(p, 2), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

void launch_f16x8(const ElementwiseProblem<__half>& p) {
  add_f16x8<<<blocks_for_packs(p, 8), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

void launch_f16x8_pack(const ElementwiseProblem<__half>& p) {
  add_f16x8_pack<<<blocks_for_packs(p, 8), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}

int main(int argc, char** argv) {
  ElementwiseLesson lesson("02_vectorized", argc, argv);
  lesson.step<float>("f32 (01)", 4, launch_scalar<float>);
  lesson.step<float>("f32x4", 16, launch_f32x4);
  lesson.step<__half>("f16 (01)", 2, launch_scalar<__half>);
  lesson.step<__half>("f16x2", 4, launch_f16x2);
  lesson.step<__half>("f16x8", 4, launch_f16x8);
  lesson.step<__half>("f16x8_pack", 16, launch_f16x8_pack);

  // The other regime: arrays that stay in the L2 cache from one repetition to the next.
  lesson.also_run(
      {"data that fits in L2 and is left there", "", [](Options& options, const Device& device) {
         options.n = std::max<std::size_t>(device.l2_bytes / 24, 1 << 16);
         options.hot = true;
       }});

  // The standard sizes of elementwise benchmarks.
  for (const std::size_t rows : {1024, 2048, 4096}) {
    for (const std::size_t columns : {1024, 2048, 4096}) {
      const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
      lesson.sweep({size, " " + size, [=](Options& options, const Device&) {
                      options.rows = rows;
                      options.columns = columns;
                    }});
    }
  }
  return lesson.run();
}
