#include "common/harness/model/model.h"

#include <algorithm>
#include <cmath>

namespace course {
namespace {

constexpr double kMsPerGiga = 1e-6;  // ms for one operation at 10^9 operations per second
constexpr double kLanes = 32, kLineBytes = 128, kCountersOfLine = 32;
constexpr std::size_t kCountersOfSector = 8;

// The longest of the parts that run in each other's shadow, and what comes before and after them.
class Parts {
 public:
  void add(const std::string& bound, double count, std::optional<double> giga_per_s) {
    if (count <= 0) return;
    const double ms = time(count, giga_per_s);
    if (ms > longest_.ms) longest_ = {ms, bound};
  }
  void add_after(const std::string& bound, double count, std::optional<double> giga_per_s) {
    if (count <= 0) return;
    const double ms = time(count, giga_per_s);
    after_ms_ += ms;
    if (ms > longest_after_.ms) longest_after_ = {ms, bound};
  }
  // Empty launches take as long, too, and each then waits for its first load; so does the host when
  // it waits in between.
  std::optional<Prediction> with_launches(const Manner& manner, const Rates& rates) const {
    const auto launches = rates.at(probe::kLaunch, manner.launches);
    const auto wait = manner.waits > 0 ? rates.at(probe::kWait) : 0;
    if (!complete_ || !launches || !wait) return std::nullopt;
    const double latency = rates.at(probe::kLatency).value_or(0);  // older files have none
    const double launch_ms = (*launches + manner.launches * latency + manner.waits * *wait) / 1000;
    const Prediction& most = longest_.ms >= longest_after_.ms ? longest_ : longest_after_;
    return Prediction{longest_.ms + after_ms_ + launch_ms,
                      most.ms > launch_ms ? most.bound : "launch"};
  }

 private:
  double time(double count, std::optional<double> giga_per_s) {
    complete_ = complete_ && giga_per_s;
    return giga_per_s ? count * kMsPerGiga / *giga_per_s : 0;
  }

  Prediction longest_, longest_after_;
  double after_ms_ = 0;
  bool complete_ = true;
};

double lines_of(std::size_t counters) {
  return std::ceil(static_cast<double>(counters) / kCountersOfLine);
}

// A warp whose lanes load neighbours touches one line. The farther apart, the more lines, and a
// multiprocessor looks up one line at a time. What it found stays in its cache for the next load.
double lines_looked_up(const HistogramWork& work) {
  const double apart = static_cast<double>(work.manner.stride * work.sample_bytes);
  return static_cast<double>(work.n) / kLanes *
         std::clamp(kLanes * apart / kLineBytes, 1.0, kLanes);
}

constexpr double kEnough = 64;  // bytes on their way to a thread

// On their way to a thread, if as many threads are at work as the device holds. Fewer threads have
// fewer bytes on their way together, as if each asked for less.
double bytes_in_flight(const HistogramWork& work) {
  const unsigned asked = work.manner.bytes_in_flight;
  const double each = asked > 0 ? asked : static_cast<double>(work.sample_bytes);
  if (work.manner.blocks == 0) return each;
  // Blocks that count ranges of the bins read the same samples, each for itself.
  const double readers = std::max(1.0, static_cast<double>(work.ledger.shared_atomics) /
                                           static_cast<double>(std::max<std::size_t>(1, work.n)));
  const double threads = static_cast<double>(work.manner.blocks * work.manner.threads) * readers;
  return each * std::min(1.0, threads / static_cast<double>(work.resident_threads));
}

// Between and beyond the probes of reading in turn: the rate of wide loads from enough bytes on,
// and in proportion to what is on its way below the smallest.
std::optional<double> rate_of_reading(double in_flight, const Rates& rates) {
  constexpr double kLeast = 1, kMost = 16;  // the probes' own
  const auto probed = rates.at(probe::kReadInTurn, in_flight), wide = rates.at(probe::kRead);
  if (!probed || !wide) return std::nullopt;
  if (in_flight < kLeast) return *probed * in_flight / kLeast;
  if (in_flight <= kMost) return probed;
  return *probed *
         std::pow(*wide / *probed, std::log(in_flight / kMost) / std::log(kEnough / kMost));
}

void add_reading(const HistogramWork& work, const Rates& rates, Parts* parts) {
  const double bytes = static_cast<double>(work.n * work.sample_bytes);
  parts->add("memory", bytes, rates.at(probe::kRead));
  if (work.manner.stride > 1) {
    parts->add("lines in L1", lines_looked_up(work), rates.at(probe::kLine));
    return;
  }
  // A thread that has asked for so much does not hold memory up; the probe of reading asks for
  // more.
  const double in_flight = bytes_in_flight(work);
  if (in_flight < kEnough) {
    parts->add("bytes in flight", bytes, rate_of_reading(in_flight, rates));
  }
}

// How many units of L2 work at the same time on atomics on so many lines.
double units_at_work(double lines, const Rates& rates) {
  const auto all = rates.at(probe::kPass, lines), one = rates.at(probe::kPass, 1);
  return all && one ? std::max(1.0, *all / *one) : 1;
}

// Copies bring all units to work, if those of the blocks that count at the same time have enough
// lines, and if all copies fit into L2.
// 0 when a rate that is needed was not measured.
double rate_in_copies(const HistogramWork& work, const Rates& rates) {
  const std::size_t at_once = std::clamp<std::size_t>(
      work.resident_threads / std::max(1u, work.manner.threads), 1, work.manner.copies);
  const double at_most = rates.at(probe::kPassInCopies).value_or(0);
  const double of_lines = rates.at(probe::kPass, lines_of(at_once * work.bins)).value_or(0);
  const std::size_t counters = work.manner.copies * work.bins;
  const double beyond_l2 = rates.at(probe::kPass, lines_of(counters)).value_or(0);
  const bool fit = static_cast<double>(counters) * 4 <= rates.at(probe::kL2Bytes).value_or(0);
  return std::min({at_most, of_lines, fit ? at_most : beyond_l2});
}

// The samples' own atomics on global memory.
void add_passes(const HistogramWork& work, const Rates& rates, Parts* parts) {
  const double warps = static_cast<double>(work.n) / kLanes;
  if (work.manner.copies > 1) {
    const double rate = rate_in_copies(work, rates);
    parts->add("passes in L2", warps * work.facts.passes,
               rate > 0 ? std::make_optional(rate) : std::nullopt);
    return;
  }
  const double units = units_at_work(lines_of(work.bins), rates);
  parts->add(units > 1.5 ? "passes in L2" : "passes in one L2 unit",
             warps * work.facts.passes_at_busiest(units), rates.at(probe::kPass, 1));
}

// How fast the multiprocessors count samples that they need not wait for.
std::optional<double> counting_rate(const HistogramWork& work, const Rates& rates) {
  const char* const name =
      work.letters ? (work.manner.spare_bin ? probe::kCountLettersSpare : probe::kCountLetters)
                   : (work.manner.spare_bin ? probe::kCountSpare : probe::kCount);
  return rates.at(name, static_cast<double>(work.sample_bytes));
}

// The probes of bytes in flight run in blocks of 256. A larger block starts when there is room for
// all of its threads, and the room that waits for it has nothing in flight: as much longer as the
// probe of blocks takes for as many threads.
double waiting_for_room(unsigned threads, const Rates& rates) {
  constexpr double kProbed = 256;
  const auto probed = rates.at(probe::kBlocks, kProbed), own = rates.at(probe::kBlocks, threads);
  if (threads <= kProbed || !probed || !own) return 1;
  return *probed * kProbed / (*own * threads);
}

}  // namespace

std::optional<Prediction> predict(const HistogramWork& work, const Rates& rates) {
  const Manner& manner = work.manner;
  if (manner.other_work) return std::nullopt;
  Parts parts;
  add_reading(work, rates, &parts);
  if (work.ledger.shared_atomics == 0) {
    add_passes(work, rates, &parts);
  } else {
    parts.add("instructions", static_cast<double>(work.ledger.shared_atomics),
              counting_rate(work, rates));
    parts.add("starting blocks", static_cast<double>(manner.blocks),
              rates.at(probe::kBlocks, manner.threads));
    const double wavefronts = manner.conflict_free ? 1 : work.facts.wavefronts;
    parts.add("wavefronts in shared memory",
              static_cast<double>(work.ledger.shared_atomics) / kLanes * wavefronts,
              rates.at(probe::kWavefront));
  }
  // A warp that commits asks for whole sectors. Blocks that come one after another commit while
  // others count; where all begin at the same time, all commit at the end.
  const double commits =
      static_cast<double>(manner.commits) /
      static_cast<double>(std::clamp<std::size_t>(work.bins, 1, kCountersOfSector));
  const auto commit_rate = rates.at(probe::kCommit, lines_of(work.bins));
  const bool at_the_end =
      manner.copies > 1 || manner.blocks * manner.threads <= work.resident_threads;
  if (at_the_end) {
    parts.add_after("commit", commits, commit_rate);
  } else {
    parts.add("commit", commits, commit_rate);
  }
  if (manner.reads_before > 0) {
    const double bytes = static_cast<double>(manner.reads_before * work.n * work.sample_bytes);
    parts.add_after("bytes in flight", bytes,
                    rates.at(probe::kReadInTurn, static_cast<double>(work.sample_bytes)));
  }
  return parts.with_launches(manner, rates);
}

std::optional<Prediction> predict_add(std::size_t n, unsigned element_bytes, const Manner& manner,
                                      const Rates& rates) {
  constexpr unsigned kArrays = 3, kLoads = 2;
  const unsigned access_bytes = manner.access_bytes;
  Parts parts;
  const double bytes = static_cast<double>(n) * element_bytes * kArrays;
  const auto copy_rate = rates.at(probe::kCopyFlat, kLoads * access_bytes);
  if (access_bytes >= 16) {
    parts.add("memory", bytes, copy_rate);
  } else {
    parts.add("bytes in flight", bytes * waiting_for_room(manner.threads, rates), copy_rate);
  }
  parts.add("starting blocks", static_cast<double>(manner.blocks),
            rates.at(probe::kBlocks, manner.threads));
  // A store that leaves gaps touches a sector again for each of them. As if L2 worked them off like
  // passes of atomics, which is a guess that fits.
  constexpr double kSectorBytes = 32, kManyLines = 8192;
  const double touched = std::min(static_cast<double>(manner.stride), kSectorBytes / access_bytes);
  parts.add("sectors in L2", static_cast<double>(n) * element_bytes / kSectorBytes * touched,
            rates.at(probe::kPass, kManyLines));
  return parts.with_launches({}, rates);
}

}  // namespace course
