// For packs of halves that are moved as words.
#pragma once

#include <cuda_fp16.h>

#include <cstring>

namespace course {

// A pair of halves as the 32-bit word that holds them, and back.
__device__ inline unsigned bits_of(__half2 pair) {
  unsigned word;
  memcpy(&word, &pair, sizeof word);
  return word;
}
__device__ inline __half2 half2_of(unsigned word) {
  __half2 pair;
  memcpy(&pair, &word, sizeof pair);
  return pair;
}

}  // namespace course
