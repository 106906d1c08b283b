// CUDA's vector types with CUDA's alignments, their make_ functions, and dim3.
#pragma once

#define COURSE_CPU_VECTORS(Type, name, align2, align4)                           \
  struct name##1 {                                                               \
    Type x;                                                                      \
  };                                                                             \
  struct alignas(align2) name##2 {                                               \
    Type x, y;                                                                   \
  };                                                                             \
  struct name##3 {                                                               \
    Type x, y, z;                                                                \
  };                                                                             \
  struct alignas(align4) name##4 {                                               \
    Type x, y, z, w;                                                             \
  };                                                                             \
  constexpr name##1 make_##name##1(Type x) { return {x}; }                       \
  constexpr name##2 make_##name##2(Type x, Type y) { return {x, y}; }            \
  constexpr name##3 make_##name##3(Type x, Type y, Type z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(Type x, Type y, Type z, Type w) { return {x, y, z, w}; }

COURSE_CPU_VECTORS(signed char, char, 2, 4)
COURSE_CPU_VECTORS(unsigned char, uchar, 2, 4)
COURSE_CPU_VECTORS(short, short, 4, 8)
COURSE_CPU_VECTORS(unsigned short, ushort, 4, 8)
COURSE_CPU_VECTORS(int, int, 8, 16)
COURSE_CPU_VECTORS(unsigned int, uint, 8, 16)
COURSE_CPU_VECTORS(long, long, 16, 16)
COURSE_CPU_VECTORS(unsigned long, ulong, 16, 16)
COURSE_CPU_VECTORS(long long, longlong, 16, 16)
COURSE_CPU_VECTORS(unsigned long long, ulonglong, 16, 16)
COURSE_CPU_VECTORS(float, float, 8, 16)
COURSE_CPU_VECTORS(double, double, 16, 16)
#undef COURSE_CPU_VECTORS

// CUDA 13's names for the same with an alignment that one can read off.
#define COURSE_CPU_ALIGNED_VECTOR(Type, name) \
  struct alignas(16) name##4_16a {            \
    Type x, y, z, w;                          \
  };                                          \
  struct alignas(32) name##4_32a {            \
    Type x, y, z, w;                          \
  };
COURSE_CPU_ALIGNED_VECTOR(long, long)
COURSE_CPU_ALIGNED_VECTOR(unsigned long, ulong)
COURSE_CPU_ALIGNED_VECTOR(long long, longlong)
COURSE_CPU_ALIGNED_VECTOR(unsigned long long, ulonglong)
COURSE_CPU_ALIGNED_VECTOR(double, double)
#undef COURSE_CPU_ALIGNED_VECTOR

// The extents of a grid or a block; what is not given is 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 other) : x(other.x), y(other.y), z(other.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
