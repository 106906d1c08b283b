// What sample i of a workload is: on the host and in a kernel the same.
#pragma once

#include <cuda_runtime.h>

#include <climits>
#include <cstddef>
#include <cstdint>

#include "common/harness/problem/random.h"

namespace course {

struct Workload {
  enum class Kind {
    uniform,  // every bin equally likely
    sorted,   // uniform, in ascending order: neighbours fall into the same bin
    single,   // every sample in one bin
    hot,      // hot_percent of the samples in one bin, the rest uniform
    zipf,     // bin k with a share proportional to 1 / (k + 1)^1.5; 40 % in bin 0 at 256 bins
    edges,    // uniform with one sample in four at or beyond the limits; --check uses it
    file,     // the bytes of a file, again and again
  };
  Kind kind = Kind::uniform;
  unsigned hot_percent = 0;
};

// A number below `bound` (at most 2^32) from the upper 32 random bits.
__host__ __device__ inline std::uint64_t below(std::uint64_t bits, std::uint64_t bound) {
  return ((bits >> 32) * bound) >> 32;
}

template <typename Sample>
struct SampleRule {
  Workload workload;
  std::size_t n = 0, bins = 0;
  std::uint64_t usable = 0;  // bins whose number fits into a Sample
  std::uint64_t seed = 1;
  const double* zipf = nullptr;         // the share of all bins up to this one, not yet divided
  const std::uint8_t* bytes = nullptr;  // of the file
  std::size_t number_of_bytes = 0;

  __host__ __device__ Sample operator()(std::size_t i) const {  // i < n
    using Kind = Workload::Kind;
    if (workload.kind == Kind::file) return static_cast<Sample>(bytes[i % number_of_bytes]);
    const std::uint64_t hot_bin = usable / 2;
    const std::uint64_t random = random_bits(seed, i);
    switch (workload.kind) {
      case Kind::sorted:
        return static_cast<Sample>(static_cast<std::uint64_t>(static_cast<double>(i) * usable / n));
      case Kind::single:
        return static_cast<Sample>(hot_bin);
      case Kind::hot:
        if (below(random_bits(~seed, i), 100) < workload.hot_percent) {
          return static_cast<Sample>(hot_bin);
        }
        break;
      case Kind::zipf:
        return static_cast<Sample>(bin_by_share(static_cast<double>(random >> 11) * 0x1p-53));
      case Kind::edges:
        if (random % 4 == 0) return edge(random / 4 % 8);
        break;
      default:
        break;
    }
    return static_cast<Sample>(below(random, usable));
  }

 private:
  // The first bin up to which there are so many of all samples.
  __host__ __device__ std::uint64_t bin_by_share(double share) const {
    const double wanted = share * zipf[usable - 1];
    std::uint64_t first = 0;
    for (std::uint64_t number = usable; number > 0;) {  // of bins in which it may be
      const std::uint64_t half = number / 2;
      const bool is_behind = zipf[first + half] < wanted;
      if (is_behind) first += half + 1;
      number = is_behind ? number - half - 1 : half;
    }
    return first;
  }
  __host__ __device__ Sample edge(unsigned which) const {
    const long long limit = static_cast<long long>(bins);
    const long long edges[8] = {-1, -128, 255, 256, INT_MIN, INT_MAX, limit - 1, limit};
    return static_cast<Sample>(edges[which]);
  }
};

}  // namespace course
