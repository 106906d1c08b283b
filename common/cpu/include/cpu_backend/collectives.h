// What threads do together: block barriers, warp shuffles, votes, matches and reductions.
#pragma once
#include <cpu_backend/running_thread.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace course::cpu {

enum class BarrierKind { plain, count, all, any };
enum class WarpOperation {
  sync,
  ballot,
  all,
  any,
  shuffle,
  match_any,
  match_all,
  add,
  min_signed,
  min_unsigned,
  max_signed,
  max_unsigned,
  bit_and,
  bit_or,
  bit_xor
};

// Waits for every thread of the block; returns what `kind` makes of their predicates.
int barrier(BarrierKind kind, int predicate, SourceLine at);

// Waits for the lanes in `mask`; returns what `operation` makes of their values. `source_lane` is
// for shuffles: the lane whose value is wanted.
std::uint64_t warp_operation(WarpOperation operation, unsigned mask, std::uint64_t value,
                             int source_lane, SourceLine at);

template <class Value>
std::uint64_t to_bits(Value value) {
  static_assert(sizeof(Value) <= 8 && std::is_trivially_copyable_v<Value>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class Value>
Value shuffle(unsigned mask, Value value, int source_lane, SourceLine at) {
  std::uint64_t bits =
      warp_operation(WarpOperation::shuffle, mask, to_bits(value), source_lane, at);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// A shuffle of width w works in groups of w lanes; a lane that would leave its group keeps its own.
inline int first_lane_of_group(int width) { return lane() & ~(width - 1); }
inline int within_group(int source, int width) {
  const int first = first_lane_of_group(width);
  return source >= first && source < first + width ? source : lane();
}

}  // namespace course::cpu

inline void __syncthreads(course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  course::cpu::barrier(course::cpu::BarrierKind::plain, 0, at);
}
inline int __syncthreads_count(int predicate,
                               course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::barrier(course::cpu::BarrierKind::count, predicate, at);
}
inline int __syncthreads_and(int predicate,
                             course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::barrier(course::cpu::BarrierKind::all, predicate, at);
}
inline int __syncthreads_or(int predicate,
                            course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::barrier(course::cpu::BarrierKind::any, predicate, at);
}

inline void __syncwarp(unsigned mask = 0xffffffffu,
                       course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  course::cpu::warp_operation(course::cpu::WarpOperation::sync, mask, 0, 0, at);
}

#define COURSE_CPU_VOTE(Result, name, operation)                                                  \
  inline Result name(unsigned mask, int predicate,                                                \
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {              \
    return static_cast<Result>(course::cpu::warp_operation(course::cpu::WarpOperation::operation, \
                                                           mask, predicate != 0, 0, at));         \
  }
COURSE_CPU_VOTE(unsigned, __ballot_sync, ballot)
COURSE_CPU_VOTE(int, __all_sync, all)
COURSE_CPU_VOTE(int, __any_sync, any)
#undef COURSE_CPU_VOTE

#define COURSE_CPU_REDUCE(Type, name, operation)                                                 \
  inline Type name(unsigned mask, Type value,                                                    \
                   course::cpu::SourceLine at = course::cpu::SourceLine::here()) {               \
    return static_cast<Type>(course::cpu::warp_operation(                                        \
        course::cpu::WarpOperation::operation, mask, static_cast<std::uint32_t>(value), 0, at)); \
  }
COURSE_CPU_REDUCE(unsigned, __reduce_add_sync, add)
COURSE_CPU_REDUCE(int, __reduce_add_sync, add)
COURSE_CPU_REDUCE(unsigned, __reduce_min_sync, min_unsigned)
COURSE_CPU_REDUCE(int, __reduce_min_sync, min_signed)
COURSE_CPU_REDUCE(unsigned, __reduce_max_sync, max_unsigned)
COURSE_CPU_REDUCE(int, __reduce_max_sync, max_signed)
COURSE_CPU_REDUCE(unsigned, __reduce_and_sync, bit_and)
COURSE_CPU_REDUCE(unsigned, __reduce_or_sync, bit_or)
COURSE_CPU_REDUCE(unsigned, __reduce_xor_sync, bit_xor)
#undef COURSE_CPU_REDUCE

// The lanes of `mask` that hold the caller's value.
template <class Value>
unsigned __match_any_sync(unsigned mask, Value value,
                          course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return static_cast<unsigned>(course::cpu::warp_operation(
      course::cpu::WarpOperation::match_any, mask, course::cpu::to_bits(value), 0, at));
}
// `mask` and *all_equal = 1 if every lane holds the same value, else 0 and 0.
template <class Value>
unsigned __match_all_sync(unsigned mask, Value value, int* all_equal,
                          course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const auto lanes = static_cast<unsigned>(course::cpu::warp_operation(
      course::cpu::WarpOperation::match_all, mask, course::cpu::to_bits(value), 0, at));
  *all_equal = lanes != 0;
  return lanes;
}

// Threads run one after another here, so each one finds itself alone: one of the answers that CUDA
// allows, and a reminder that __activemask() is no way to make a mask.
inline unsigned __activemask() { return 1u << course::cpu::lane(); }

template <class Value>
Value __shfl_sync(unsigned mask, Value value, int source, int width = 32,
                  course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const int lane = course::cpu::first_lane_of_group(width) + (source & (width - 1));
  return course::cpu::shuffle(mask, value, lane, at);
}
template <class Value>
Value __shfl_up_sync(unsigned mask, Value value, unsigned delta, int width = 32,
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const int source = course::cpu::lane() - static_cast<int>(delta);
  return course::cpu::shuffle(mask, value, course::cpu::within_group(source, width), at);
}
template <class Value>
Value __shfl_down_sync(unsigned mask, Value value, unsigned delta, int width = 32,
                       course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const int source = course::cpu::lane() + static_cast<int>(delta);
  return course::cpu::shuffle(mask, value, course::cpu::within_group(source, width), at);
}
template <class Value>
Value __shfl_xor_sync(unsigned mask, Value value, int lane_mask, int width = 32,
                      course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const int source = course::cpu::lane() ^ lane_mask;
  // Unlike the others, xor may read from an earlier group.
  const int last = course::cpu::first_lane_of_group(width) + width - 1;
  return course::cpu::shuffle(mask, value, source > last ? course::cpu::lane() : source, at);
}
