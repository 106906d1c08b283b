#include "common/harness/problem/warp_facts.h"

namespace course {
namespace {

constexpr std::size_t kCountersOfSector = 8, kCountersOfPair = 64, kBanks = 32;

std::size_t pairs_of(std::size_t bins) { return (bins + kCountersOfPair - 1) / kCountersOfPair; }

}  // namespace

WarpSurvey::WarpSurvey(std::size_t bins) : bins_(bins), pair_passes_(pairs_of(bins)) {}

void WarpSurvey::start_stretch() {
  end_stretch();
  std::fill(pair_passes_.begin(), pair_passes_.end(), 0);
  warps_before_ = warps_;
  passes_before_ = passes_;
}

void WarpSurvey::end_stretch() {
  if (warps_ == warps_before_) return;
  const double warps = static_cast<double>(warps_ - warps_before_);
  const std::size_t heaviest = *std::max_element(pair_passes_.begin(), pair_passes_.end());
  stretches_.push_back({static_cast<double>(passes_ - passes_before_) / warps,
                        static_cast<double>(heaviest) / warps});
}

void WarpSurvey::add_warp(const unsigned* bin_of_lane, std::size_t lanes) {
  unsigned sorted[32];
  std::size_t valid = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (bin_of_lane[lane] < bins_) sorted[valid++] = bin_of_lane[lane];
  }
  std::sort(sorted, sorted + valid);
  unsigned different_in_bank[kBanks] = {};
  unsigned fullest_bank = 0;
  for (std::size_t k = 0; k < valid;) {  // sector after sector
    const std::size_t sector = sorted[k] / kCountersOfSector;
    unsigned most = 0;
    while (k < valid && sorted[k] / kCountersOfSector == sector) {
      const unsigned bin = sorted[k];
      unsigned same = 0;
      for (; k < valid && sorted[k] == bin; ++k) ++same;
      most = std::max(most, same);
      fullest_bank = std::max(fullest_bank, ++different_in_bank[bin % kBanks]);
    }
    passes_ += most;
    pair_passes_[sector * kCountersOfSector / kCountersOfPair] += most;
  }
  wavefronts_ += fullest_bank;
  valid_ += valid;
  lanes_ += lanes;
  ++warps_;
}

WarpFacts WarpSurvey::facts() {
  end_stretch();
  WarpFacts facts;
  if (warps_ == 0) return facts;
  const double warps = static_cast<double>(warps_);
  facts.valid = static_cast<double>(valid_) / static_cast<double>(lanes_);
  facts.passes = static_cast<double>(passes_) / warps;
  facts.wavefronts = std::max(1.0, static_cast<double>(wavefronts_) / warps);
  facts.stretches = stretches_;
  facts.pairs = pairs_of(bins_);
  return facts;
}

double WarpFacts::passes_at_busiest(double units) const {
  const double others = static_cast<double>(pairs) - 1;
  const double other_pairs = std::max(0.0, static_cast<double>(pairs) / units - 1);
  double sum = 0;
  for (const Stretch& stretch : stretches) {
    const double rest = stretch.passes - stretch.heaviest_pair;
    sum += stretch.heaviest_pair + (others > 0 ? other_pairs * rest / others : 0);
  }
  return stretches.empty() ? 0 : sum / static_cast<double>(stretches.size());
}

}  // namespace course
