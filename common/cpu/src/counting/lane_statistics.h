// How many lanes of a warp go for the same address with one atomic; see counters.h.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace course::cpu {

class LaneStatistics {
 public:
  // Forgets atomics that belong to no finished interval.
  void begin_launch(int threads) {
    addresses_.resize(static_cast<std::size_t>(threads));
    for (auto& of_thread : addresses_) of_thread.clear();
  }
  void record(int thread, const void* address) {
    auto& of_thread = addresses_[static_cast<std::size_t>(thread)];
    if (of_thread.size() < most_per_thread) of_thread.push_back(address);
  }
  // Ends the interval between two block barriers.
  void finish_interval();
  void reset() { warp_atomics_ = sum_of_worst_ = worst_ = 0; }

  std::uint64_t warp_atomics() const { return warp_atomics_; }
  std::uint64_t sum_of_worst() const { return sum_of_worst_; }  // over all warp atomics
  std::uint64_t worst() const { return worst_; }

 private:
  static constexpr std::size_t most_per_thread = 4096;

  std::vector<std::vector<const void*>> addresses_;  // of every thread, in its order
  std::uint64_t warp_atomics_ = 0;
  std::uint64_t sum_of_worst_ = 0;
  std::uint64_t worst_ = 0;
};

inline void LaneStatistics::finish_interval() {
  for (std::size_t warp = 0; warp < addresses_.size(); warp += 32) {
    const std::size_t end = std::min(warp + 32, addresses_.size());
    for (std::size_t k = 0;; ++k) {
      const void* together[32];
      int lanes = 0;
      for (std::size_t thread = warp; thread < end; ++thread) {
        if (k < addresses_[thread].size()) together[lanes++] = addresses_[thread][k];
      }
      if (lanes == 0) break;
      std::sort(together, together + lanes);
      std::uint64_t most = 1, run = 1;
      for (int lane = 1; lane < lanes; ++lane) {
        run = together[lane] == together[lane - 1] ? run + 1 : 1;
        most = std::max(most, run);
      }
      ++warp_atomics_;
      sum_of_worst_ += most;
      worst_ = std::max(worst_, most);
    }
  }
  for (auto& of_thread : addresses_) of_thread.clear();
}

}  // namespace course::cpu
