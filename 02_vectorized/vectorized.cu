// Chapter 02: the same add with wider loads and stores.
//
// A thread that moves 4 bytes per instruction needs four instructions for what one 128-bit access
// does. With fewer instructions and more bytes in flight, the add reaches the speed of memory.
// Wide accesses need aligned addresses, so every kernel here has three parts: a scalar head up to
// the first aligned address of c, the wide middle, and a scalar tail. The inputs are loaded wide
// where their own addresses allow it, and in narrower loads where not.

#include "common/kernels/add.cuh"
#include "common/lesson.h"

using namespace course;

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

__device__ HalfPack load_half_pack(const __half* p) {
  if (is_aligned(p, 16)) return *reinterpret_cast<const HalfPack*>(p);
  HalfPack pack;
  for (int k = 0; k < 4; ++k) pack.word[k] = bits_of(load_half2(p + 2 * k));
  return pack;
}

// A thread for each pack of `width` elements, and at least one for each of the at most
// 2 * (width - 1) elements beside them: the first threads do both.
template <typename T>
Grid grid_for_packs(const ElementwiseProblem<T>& p, std::size_t width) {
  return p.grid_for(p.n / width + 2 * width, 256);
}

// float32, one 128-bit load per input and one 128-bit store.
__global__ void add_f32x4(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, /*alignment=*/16, /*width=*/4);
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

constexpr auto f32x4 = [](const ElementwiseProblem<float>& p) {
  const Grid grid = grid_for_packs(p, 4);
  add_f32x4<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  return moved(16, grid);
};

// float16, one half2 per thread: 32-bit accesses, two adds in one instruction.
__global__ void add_f16x2(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, /*alignment=*/4, /*width=*/2);
  if (thread < split.packs) {
    const std::size_t i = split.head + 2 * thread;
    *reinterpret_cast<__half2*>(c + i) = __hadd2(load_half2(a + i), load_half2(b + i));
  }
  if (thread < split.head + split.tail) {
    const std::size_t i = split.loose(thread, 2);
    c[i] = a[i] + b[i];
  }
}

constexpr auto f16x2 = [](const ElementwiseProblem<__half>& p) {
  const Grid grid = grid_for_packs(p, 2);
  add_f16x2<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  return moved(4, grid);
};

// float16, eight elements per thread, but still in 32-bit accesses: more work for a thread, the
// same width for each instruction.
__global__ void add_f16x8(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, /*alignment=*/4, /*width=*/8);
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

constexpr auto f16x8 = [](const ElementwiseProblem<__half>& p) {
  const Grid grid = grid_for_packs(p, 8);
  add_f16x8<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  return moved(4, grid).at_stride(4);  // the next thread's word is 16 bytes on
};

// float16, eight elements per thread in one 128-bit access each way.
__global__ void add_f16x8_pack(const __half* a, const __half* b, __half* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Split split = split_into_packs(c, n, /*alignment=*/16, /*width=*/8);
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

constexpr auto f16x8_pack = [](const ElementwiseProblem<__half>& p) {
  const Grid grid = grid_for_packs(p, 8);
  add_f16x8_pack<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  return moved(16, grid);
};

int main(int argc, char** argv) {
  ElementwiseLesson lesson("02_vectorized", argc, argv);
  lesson.step<float>("f32 (01)", flat);
  lesson.step<float>("f32x4", f32x4);
  lesson.step<__half>("f16 (01)", flat);
  lesson.step<__half>("f16x2", f16x2);
  lesson.step<__half>("f16x8", f16x8);
  lesson.step<__half>("f16x8_pack", f16x8_pack);
  lesson.also_run_in_cache();
  lesson.sweep_sizes({1024, 2048, 4096}, {1024, 2048, 4096});
  return lesson.run();
}
