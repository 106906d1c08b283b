// See request_counts.h.
#include "tracing/request_counts.h"

#include <algorithm>
#include <bit>

namespace course::cpu {
namespace {

constexpr std::uint64_t kSectorBytes = 32, kLineSectors = 4, kWordBytes = 4, kBanks = 32;

// The bytes that a request touches, by units: sectors or words.
class TouchedUnits {
 public:
  explicit TouchedUnits(std::uint64_t unit_bytes) : unit_bytes_(unit_bytes) {}

  void add(std::uint64_t place, unsigned width) {
    while (width > 0) {
      const auto offset = static_cast<unsigned>(place % unit_bytes_);
      const unsigned part = std::min(width, static_cast<unsigned>(unit_bytes_) - offset);
      const auto bytes = static_cast<std::uint32_t>(((std::uint64_t{1} << part) - 1) << offset);
      units_[count_++] = {place / unit_bytes_, bytes};
      place += part;
      width -= part;
    }
  }
  // Leaves each unit once, in order.
  void merge() {
    const auto by_number = [](const Unit& a, const Unit& b) { return a.number < b.number; };
    if (!std::is_sorted(units_, units_ + count_, by_number)) {
      std::sort(units_, units_ + count_, by_number);
    }
    int kept = 0;
    for (int i = 0; i < count_; ++i) {
      if (kept > 0 && units_[kept - 1].number == units_[i].number) {
        units_[kept - 1].bytes |= units_[i].bytes;
      } else {
        units_[kept++] = units_[i];
      }
    }
    count_ = kept;
  }
  unsigned count() const { return static_cast<unsigned>(count_); }
  std::uint64_t number(unsigned i) const { return units_[i].number; }
  unsigned different_bytes() const {
    int bytes = 0;
    for (int i = 0; i < count_; ++i) bytes += std::popcount(units_[i].bytes);
    return static_cast<unsigned>(bytes);
  }

 private:
  struct Unit {
    std::uint64_t number;
    std::uint32_t bytes;  // a bit for each one that is touched
  };
  // A lane's 16 bytes are 5 words at most, and a shared request of such has 8 lanes at a time.
  Unit units_[64];
  int count_ = 0;
  const std::uint64_t unit_bytes_;
};

void count_sectors(const std::uint64_t* places, unsigned mask, unsigned width,
                   AccessCounts& counts) {
  TouchedUnits sectors(kSectorBytes);
  for (; mask != 0; mask &= mask - 1) sectors.add(places[std::countr_zero(mask)], width);
  sectors.merge();
  counts.sectors = sectors.count();
  counts.least_sectors = (sectors.different_bytes() + kSectorBytes - 1) / kSectorBytes;
  for (unsigned i = 0; i < sectors.count(); ++i) {
    counts.lines +=
        i == 0 || sectors.number(i) / kLineSectors != sectors.number(i - 1) / kLineSectors;
  }
}

// In a sector, different addresses go in one pass; lanes with the same address take one pass each.
std::uint64_t count_passes(const std::uint64_t* places, unsigned mask) {
  std::uint64_t sorted[32];
  int count = 0;
  for (; mask != 0; mask &= mask - 1) sorted[count++] = places[std::countr_zero(mask)];
  std::sort(sorted, sorted + count);
  std::uint64_t passes = 0, most = 0, run = 0;
  for (int i = 0; i < count; ++i) {
    const bool same_sector = i > 0 && sorted[i] / kSectorBytes == sorted[i - 1] / kSectorBytes;
    if (!same_sector) passes += most, most = 0;
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return passes + most;
}

// Lanes that want different words of one bank take turns; one word goes to all that want it. Of 8
// bytes a lane, half a warp is served at a time, of 16 a quarter.
void count_wavefronts(const std::uint64_t* places, unsigned mask, unsigned width,
                      AccessCounts& counts) {
  const unsigned lanes = width <= 4 ? 32 : width <= 8 ? 16 : 8;
  const auto together = static_cast<unsigned>((std::uint64_t{1} << lanes) - 1);
  for (unsigned first = 0; first < 32; first += lanes) {
    unsigned left = mask & together << first;
    if (left == 0) continue;
    TouchedUnits words(kWordBytes);
    for (; left != 0; left &= left - 1) words.add(places[std::countr_zero(left)], width);
    words.merge();
    unsigned char of_bank[kBanks]{};
    unsigned char fullest = 0;
    for (unsigned i = 0; i < words.count(); ++i) {
      fullest = std::max(fullest, ++of_bank[words.number(i) % kBanks]);
    }
    counts.wavefronts += fullest;
    counts.least_wavefronts += 1;
  }
}

}  // namespace

AccessCounts count_request(MemorySpace space, MemoryAccess access, const std::uint64_t* places,
                           unsigned mask, unsigned width) {
  AccessCounts counts;
  counts.requests = 1;
  counts.lanes = static_cast<unsigned>(std::popcount(mask));
  counts.bytes = counts.lanes * width;
  if (space == MemorySpace::shared) {
    count_wavefronts(places, mask, width, counts);
    return counts;
  }
  count_sectors(places, mask, width, counts);
  if (access == MemoryAccess::atomic) {
    counts.passes = count_passes(places, mask);
  } else {
    counts.lines = 0;
  }
  return counts;
}

}  // namespace course::cpu
