// Where the samples of a histogram come from, and how a sample becomes a bin.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "common/harness/problem/sample_rule.h"

namespace course {

// Counters are 32 bits wide: shared memory adds 32-bit integers in hardware. So a histogram takes
// at most 2^32 - 1 samples; more are refused.
using Count = unsigned int;
constexpr std::size_t kMaxSamples = std::numeric_limits<Count>::max();

// Samples have at most 32 bits, so more bins than this could never be used.
constexpr std::size_t kMaxBins = std::size_t{1} << 31;

enum class SampleType { int32, uint16, uint8 };

// Calls f with a value of the sample type.
template <typename F>
auto with_sample_type(SampleType type, F f) {
  if (type == SampleType::int32) return f(std::int32_t());
  if (type == SampleType::uint16) return f(std::uint16_t());
  return f(std::uint8_t());
}

const char* name_of(SampleType type);                   // "int32"
std::size_t size_of(SampleType type);                   // bytes
SampleType parse_sample_type(const std::string& text);  // throws UsageError

// The bin of a sample, for samples that are bin numbers. A negative sample becomes a number beyond
// every bin, so `bin < bins` is the whole range check.
struct SampleIsBin {
  template <typename Sample>
  __host__ __device__ unsigned operator()(Sample sample) const {
    return static_cast<unsigned>(sample);
  }
};

// The bin of a letter, upper or lower case: a-d 0, e-h 1, ..., y-z 6. Every other byte is invalid:
// it gets a number beyond every bin.
struct LettersByFour {
  __host__ __device__ unsigned operator()(unsigned char byte) const {
    const unsigned letter = (byte | 0x20u) - 'a';
    return letter < 26 ? letter / 4 : 0xFFFFFFFFu;
  }
};
constexpr std::size_t kLetterBins = 7;

// How many different values a kernel counts that counts values instead of bins: all 256 of bytes.
// Wider samples must be bin numbers.
template <typename Sample, typename BinOf>
__host__ __device__ constexpr unsigned number_of_values(unsigned bins) {
  static_assert(sizeof(Sample) == 1 || std::is_same_v<BinOf, SampleIsBin>, "too many values");
  return sizeof(Sample) == 1 ? 256 : bins;
}

std::string name_of(const Workload& workload);     // "uniform", "hot:50"
Workload parse_workload(const std::string& text);  // throws UsageError

// `n` samples of the given workload for `bins` bins, none of which is stored. The same seed gives
// the same samples on every machine. Where bins do not all fit into Sample, those that do are used.
template <typename Sample>
class SampleSource {
 public:
  // `file`: its bytes, for the workload file.
  SampleSource(const Workload& workload, std::size_t n, std::size_t bins, std::uint64_t seed,
               std::vector<std::uint8_t> file = {});
  SampleSource(const SampleSource&) = delete;  // the rule points into it
  SampleSource& operator=(const SampleSource&) = delete;

  Sample operator()(std::size_t i) const { return rule_(i); }  // i < n
  const SampleRule<Sample>& rule() const { return rule_; }

 private:
  SampleRule<Sample> rule_;
  std::vector<double> zipf_;
  std::vector<std::uint8_t> file_;
};

// All of them.
template <typename Sample>
std::vector<Sample> make_samples(const Workload& workload, std::size_t n, std::size_t bins,
                                 std::uint64_t seed, std::vector<std::uint8_t> file = {});

// The bytes of a file, the first `most` of them. Throws UsageError with one line when it is
// missing, a folder, unreadable or empty.
std::vector<std::uint8_t> read_file(const std::string& path, std::size_t most = kMaxSamples);

}  // namespace course
