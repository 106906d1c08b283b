#include "common/exercise/proof.h"

#include <algorithm>

namespace course {

void Counted::operator+=(const Counted& other) {
  for (const Quantity& quantity : kQuantities) this->*quantity.counted += other.*quantity.counted;
}

std::uint64_t SampleBins::valid() const {
  return static_cast<std::uint64_t>(std::count_if(bin_of_sample.begin(), bin_of_sample.end(),
                                                  [this](unsigned bin) { return bin < bins; }));
}

std::uint64_t SampleBins::distinct_bins(
    const std::function<std::uint64_t(std::size_t i)>& group_of) const {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> last_group(bins, kNone);
  std::uint64_t distinct = 0;
  for (std::size_t i = 0; i < bin_of_sample.size(); ++i) {
    if (bin_of_sample[i] >= bins) continue;
    std::uint64_t& last = last_group[bin_of_sample[i]];
    distinct += last != group_of(i);
    last = group_of(i);
  }
  return distinct;
}

}  // namespace course
