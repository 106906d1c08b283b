// The samples of one histogram problem in device memory, the result, and the reference.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "common/harness/problem/data.h"
#include "common/harness/problem/data_kernels.h"

namespace course {

// What a problem is made of.
struct HistogramSpec {
  SampleType type = SampleType::int32;
  bool letters = false;  // uint8 only: bins are letters by four
  Workload workload;
  std::vector<std::uint8_t> file;  // workload file: its bytes, repeated or cut to n
  std::size_t n = 0;
  std::size_t bins = 256;
  std::uint64_t seed = 1;
  Layout layout;                         // of the samples; the counts have the same border
  const DataKernels* kernels = nullptr;  // make the samples where they lie; none: the host does
};

// What lies around the counts, and around the samples: a valid sample of a low bin, so that reading
// past the end counts too much.
constexpr Count kCountFence = 0xA5A5A5A5;
template <typename Sample>
Sample sample_fence(bool letters, std::size_t bins) {
  return static_cast<Sample>(letters ? 'a' : std::min<std::size_t>(3, bins - 1));
}

// Counts stay aligned, as what cudaMalloc gives.
inline Layout counts_layout(const Layout& samples) {
  const bool is_exact = samples.border == Border::exact_behind;
  return {0, is_exact ? Border::tight_behind : samples.border};
}

class HistogramData : public Data {
 public:
  virtual const Histogram& reference() const = 0;
};

// Generates samples and reference and allocates the device's memory. Throws UsageError when they do
// not fit.
std::unique_ptr<HistogramData> make_histogram_data(const HistogramSpec& spec);

// What follows from the description alone. Throws UsageError for more samples than can be counted.
std::unique_ptr<Preview> preview_histogram(const HistogramSpec& spec);

// Throws UsageError when there are more samples than a counter can count.
void require_countable(std::size_t n);

// One more than the largest valid sample, at least 1: what --bins auto means.
std::size_t bins_from_data(const HistogramSpec& spec);

}  // namespace course
