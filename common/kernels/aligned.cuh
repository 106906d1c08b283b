// 16 bytes at a time: the widest access of a thread up to compute capability 9.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace course {

// 16 bytes of integers, loaded by one 128-bit instruction. The alignment is what allows that:
// without it the compiler could not rely on the address. The elements are shifted out of the four
// registers that the load fills, one instruction each; an array of bytes would cost more.
template <typename T>
struct alignas(16) Pack {
  static_assert(std::is_integral_v<T> && sizeof(T) <= 4, "integers of at most 32 bits");
  static constexpr int kWidth = 16 / sizeof(T);
  unsigned word[4];

  // Element k, 0 <= k < kWidth, in memory order (both backends are little-endian).
  __host__ __device__ T operator[](int k) const {
    constexpr int kPerWord = 4 / sizeof(T);
    return static_cast<T>(word[k / kPerWord] >> (8 * sizeof(T) * (k % kPerWord)));
  }
};

// How an array at any address splits into a head, aligned packs, and a tail.
struct Split {
  std::size_t head;   // elements before the first aligned one
  std::size_t packs;  // whole packs from there
  std::size_t tail;   // elements behind the last pack

  // The k-th element that belongs to no pack, k < head + tail, for packs of `width` elements.
  __host__ __device__ std::size_t loose(std::size_t k, std::size_t width) const {
    return k < head ? k : k + packs * width;
  }
};

// Splits at addresses that are multiples of `alignment` bytes into packs of `width` elements. T
// must be aligned to its own size, as every element of an array is.
template <typename T>
__host__ __device__ Split split_into_packs(const T* pointer, std::size_t n, std::size_t alignment,
                                           std::size_t width) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(pointer) % alignment / sizeof(T);
  const std::size_t boundary = past == 0 ? 0 : alignment / sizeof(T) - past;
  const std::size_t head = boundary < n ? boundary : n;
  const std::size_t packs = (n - head) / width;
  return {head, packs, n - head - packs * width};
}

// The same for 16-byte packs.
template <typename T>
__host__ __device__ Split split_into_packs(const T* pointer, std::size_t n) {
  return split_into_packs(pointer, n, 16, Pack<T>::kWidth);
}

template <typename T>
__host__ __device__ bool is_aligned(const T* pointer, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(pointer) % bytes == 0;
}

}  // namespace course
