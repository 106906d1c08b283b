// Shuffles as PTX has them. Included by ptx_begin.h.
#pragma once
#include <cuda_runtime.h>

#include <cstring>

namespace course::cpu {

// The lane at which a shuffle ends, from what PTX calls c: five bits of a lane, and five bits that
// say which bits of a lane name its segment.
inline int last_lane_of_shuffle(int c) {
  const int segment_bits = c >> 8 & 31;
  return (lane() & segment_bits) | (c & 31 & ~segment_bits);
}
inline bool reaches_below(int c, int offset) { return lane() - offset >= last_lane_of_shuffle(c); }
inline bool reaches_above(int c, int offset) { return lane() + offset <= last_lane_of_shuffle(c); }

// The value of another lane, of any size.
template <class T>
T value_of_lane(unsigned mask, const T& value, int source) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  std::memcpy(words, &value, sizeof(T));
  for (unsigned& word : words) word = __shfl_sync(mask, word, source);
  T result = value;
  std::memcpy(static_cast<void*>(&result), words, sizeof(T));
  return result;
}

// The value of the lane `offset` below, or above; the caller's own if the shuffle ends before.
template <class T>
T value_from_below(unsigned mask, const T& value, int c, int offset) {
  return value_of_lane(mask, value, reaches_below(c, offset) ? lane() - offset : lane());
}
template <class T>
T value_from_above(unsigned mask, const T& value, int c, int offset) {
  return value_of_lane(mask, value, reaches_above(c, offset) ? lane() + offset : lane());
}

// The caller's value and that one, added, if the shuffle reaches so far.
template <class T>
T add_from_lane_below(unsigned mask, T input, int c, int offset) {
  const T below = value_from_below(mask, input, c, offset);
  return reaches_below(c, offset) ? static_cast<T>(input + below) : input;
}
template <class T>
T add_from_lane_above(unsigned mask, T input, int c, int offset) {
  const T above = value_from_above(mask, input, c, offset);
  return reaches_above(c, offset) ? static_cast<T>(input + above) : input;
}

}  // namespace course::cpu
