#include "common/harness/report/bars.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "common/row/format.h"

namespace course {
namespace {

constexpr std::size_t kMostLines = 64;
constexpr std::size_t kWidth = 50;  // characters of the longest bar

std::string label_of(std::size_t first, std::size_t last, bool letters, bool bytes) {
  if (letters) {
    const char from = static_cast<char>('a' + 4 * first);
    const char to = static_cast<char>(std::min('a' + 4 * static_cast<int>(first) + 3, int{'z'}));
    return std::string(1, from) + "-" + to;
  }
  std::string label = std::to_string(first);
  if (last != first) return label + "-" + std::to_string(last);
  if (bytes && first < 128 && std::isgraph(static_cast<int>(first))) {
    label += std::string(" '") + static_cast<char>(first) + "'";
  }
  return label;
}

}  // namespace

void print_bars(const Histogram& histogram, bool letters, bool bytes) {
  const std::vector<Count>& counts = histogram.counts;
  const std::size_t used = static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](Count count) { return count > 0; }));
  const bool one_each = letters || used <= kMostLines;
  const std::size_t group = one_each ? 1 : (counts.size() + kMostLines - 1) / kMostLines;

  struct Bar {
    std::string label;
    std::uint64_t count;
  };
  std::vector<Bar> bars;
  std::uint64_t longest = 1;
  for (std::size_t first = 0; first < counts.size(); first += group) {
    const std::size_t end = std::min(first + group, counts.size());
    std::uint64_t sum = 0;
    for (std::size_t bin = first; bin < end; ++bin) sum += counts[bin];
    if (sum == 0 && !letters) continue;
    bars.push_back({label_of(first, end - 1, letters, bytes), sum});
    longest = std::max(longest, sum);
  }
  std::printf("\n");
  for (const Bar& bar : bars) {
    const double share = static_cast<double>(bar.count) / static_cast<double>(longest);
    const std::string line(static_cast<std::size_t>(share * kWidth + 0.5), '#');
    std::printf("%12s  %-50s %s\n", bar.label.c_str(), line.c_str(), grouped(bar.count).c_str());
  }
  std::printf("%12s  %s\n", "not counted", grouped(histogram.invalid).c_str());
}

}  // namespace course
