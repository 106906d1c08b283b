#include "common/harness/model/model.h"

#include <algorithm>

namespace course {
namespace {

constexpr double kMsPerGiga = 1e-6;  // ms for one operation at 10^9 operations per second

class LongestPart {
 public:
  void add(const std::string& bound, double count, std::optional<double> giga_per_s) {
    if (count <= 0) return;
    if (!giga_per_s) {
      complete_ = false;
      return;
    }
    const double ms = count * kMsPerGiga / *giga_per_s;
    if (ms > longest_.ms) longest_ = {ms, bound};
  }
  // An empty launch takes this long; the work comes on top of it only where it is longer.
  std::optional<Prediction> after_launch(std::optional<double> microseconds) const {
    if (!complete_ || !microseconds) return std::nullopt;
    const double launch = *microseconds / 1000;
    return Prediction{longest_.ms + launch, longest_.ms > launch ? longest_.bound : "launch"};
  }

 private:
  Prediction longest_;
  bool complete_ = true;
};

// How fast the device reads in the way that the variant does.
std::optional<double> read_rate(const HistogramWork& work, const Rates& rates) {
  const Loads loads = work.hints.loads;
  const char* const name = loads == Loads::unhindered ? probe::kRead
                           : loads == Loads::in_turn  ? probe::kReadInTurn
                                                      : probe::kReadContiguous;
  return rates.at(name, static_cast<double>(work.sample_bytes));
}

// How fast the multiprocessors count samples that they need not wait for.
std::optional<double> counting_rate(const HistogramWork& work, const Rates& rates) {
  const char* const name =
      work.letters ? (work.hints.spare_bin ? probe::kCountLettersSpare : probe::kCountLetters)
                   : (work.hints.spare_bin ? probe::kCountSpare : probe::kCount);
  return rates.at(name, static_cast<double>(work.sample_bytes));
}

const char* read_bound(Loads loads) {
  if (loads == Loads::in_turn) return "memory, one load at a time";
  return loads == Loads::contiguous ? "memory, 32 places at a time" : "memory";
}

}  // namespace

std::optional<Prediction> predict(const HistogramWork& work, const Rates& rates) {
  const Ledger& ledger = work.ledger;
  const Hints& hints = work.hints;
  if (hints.other_work) return std::nullopt;
  LongestPart longest;
  longest.add(read_bound(hints.loads), static_cast<double>(work.n * work.sample_bytes),
              read_rate(work, rates));

  // Who counts in shared memory does global atomics to commit, unless the formula says otherwise.
  const bool only_commits = ledger.shared_atomics > 0 && hints.commits == 0;
  const std::uint64_t commits = only_commits ? ledger.global_atomics : hints.commits;
  const double counted = static_cast<double>(ledger.global_atomics - commits);
  // Atomics that are spread evenly run at the rate of that many counters. What the fullest counter
  // has beyond its even share stands in one queue.
  if (counted > 0) {
    const double counters = static_cast<double>(hints.addresses ? hints.addresses : work.bins);
    // Where all samples share one set of bins, those count that stand in a queue at the same time.
    const double queue =
        static_cast<double>(hints.addresses ? ledger.longest_queue.value_or(0) : work.crowded);
    const double excess = std::clamp(queue - counted / counters, 0.0, counted);
    const std::optional<double> spread = rates.at(probe::kGlobalAtomics, counters);
    const std::optional<double> same = rates.at(probe::kGlobalAtomics, 1);
    if (!spread || !same) return std::nullopt;
    const double spread_ms = (counted - excess) * kMsPerGiga / *spread;
    const double queue_ms = excess * kMsPerGiga / *same;
    const bool queues = queue_ms > spread_ms || counters < 32;
    longest.add(queues ? "one address in L2" : "atomics in L2", spread_ms + queue_ms, kMsPerGiga);
  }
  longest.add("commit", static_cast<double>(commits), rates.at(probe::kCommit));
  if (ledger.shared_atomics > 0) {
    longest.add("instructions", static_cast<double>(work.n), counting_rate(work, rates));
  }
  longest.add("starting blocks", static_cast<double>(hints.blocks),
              rates.at(probe::kBlocks, hints.threads));
  longest.add("shared-memory atomics", static_cast<double>(ledger.shared_atomics),
              rates.at(probe::kSharedAtomics, hints.conflict_free ? 1 : work.bank_conflict));
  return longest.after_launch(rates.at(probe::kLaunch));
}

std::optional<Prediction> predict_add(std::size_t bytes, unsigned access_bytes,
                                      const Rates& rates) {
  LongestPart longest;
  const std::string bound = access_bytes >= 16
                                ? "memory"
                                : "memory, " + std::to_string(access_bytes) + " bytes an access";
  longest.add(bound, static_cast<double>(bytes), rates.at(probe::kCopyFlat, access_bytes));
  return longest.after_launch(rates.at(probe::kLaunch));
}

}  // namespace course
