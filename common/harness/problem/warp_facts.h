// What samples ask of atomics when 32 neighbours belong to one warp. The model counts with it; see
// docs/model.md for the law behind it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace course {

struct WarpFacts {
  double valid = 0;  // share of the samples that fall into a bin
  // One atomic on global memory by each lane, all on one set of counters. Different counters of a
  // sector of 32 bytes are one pass; lanes that meet at one counter take a pass each. So a sector
  // takes as many passes as lanes share one of its counters. Mean of the sum over a warp's sectors.
  double passes = 0;
  // One atomic on shared memory by each lane: the most different counters in one bank, on average.
  double wavefronts = 1;

  // Passes of a warp at the busiest unit of L2, of so many at work on these counters. Two
  // neighbouring lines of 128 bytes belong to one unit. The busiest has the pair with the most
  // passes, and its share of the other pairs. Which pair that is can change while the device works
  // its way through the samples, and does where they are sorted: asked for one stretch at a time.
  double passes_at_busiest(double units) const;

  struct Stretch {
    double passes = 0, heaviest_pair = 0;  // of a warp
  };
  std::vector<Stretch> stretches;
  std::size_t pairs = 1;  // of lines
};

// Looks at the bins of warps, stretch after stretch.
class WarpSurvey {
 public:
  explicit WarpSurvey(std::size_t bins);
  void start_stretch();
  // The bins of a warp's lanes, at most 32; a number >= bins is an invalid sample.
  void add_warp(const unsigned* bin_of_lane, std::size_t lanes);
  WarpFacts facts();

 private:
  void end_stretch();

  const std::size_t bins_;
  std::size_t warps_ = 0, lanes_ = 0, valid_ = 0, passes_ = 0, wavefronts_ = 0;
  std::vector<std::size_t> pair_passes_;  // of the stretch
  std::size_t warps_before_ = 0, passes_before_ = 0;
  std::vector<WarpFacts::Stretch> stretches_;
};

// The facts of n samples, of which bin_at(i) is the bin: from a few stretches of so many samples,
// evenly spread.
template <typename BinAt>
WarpFacts survey_warps(std::size_t n, std::size_t bins, std::size_t stretch, const BinAt& bin_at) {
  constexpr std::size_t kStretches = 8, kLanes = 32;
  WarpSurvey survey(bins);
  const std::size_t length = std::max(kLanes, stretch / kLanes * kLanes);
  const std::size_t stretches = std::min((n + length - 1) / length, kStretches);
  for (std::size_t s = 0; s < stretches; ++s) {
    survey.start_stretch();
    // The first begins at the first sample, the last ends with the last.
    const std::size_t room = n > length ? n - length : 0;
    const std::size_t first =
        stretches > 1 ? room / (stretches - 1) / kLanes * kLanes * s : std::size_t{0};
    const std::size_t end = std::min(n, first + length);
    for (std::size_t warp = first; warp < end; warp += kLanes) {
      unsigned bin_of_lane[kLanes];
      const std::size_t lanes = std::min(kLanes, end - warp);
      for (std::size_t lane = 0; lane < lanes; ++lane) bin_of_lane[lane] = bin_at(warp + lane);
      survey.add_warp(bin_of_lane, lanes);
    }
  }
  return survey.facts();
}

}  // namespace course
