// The model that predicts times: each bound from made-up rates whose result is plain arithmetic.

#include <doctest/doctest.h>

#include "common/harness/model/model.h"
#include "common/harness/problem/elementwise_problem.h"

#include <string>

namespace course {
namespace {

// A device on which every number is round: memory moves 1,000 bytes in a nanosecond.
Rates round_rates() {
  Rates rates;
  rates.set(probe::kRead, 0, 1000);
  rates.set(probe::kReadInTurn, 1, 125);
  rates.set(probe::kReadInTurn, 4, 500);
  rates.set(probe::kReadInTurn, 16, 800);
  rates.set(probe::kLine, 0, 10);
  rates.set(probe::kCopyFlat, 4, 300);
  rates.set(probe::kCopyFlat, 8, 600);
  rates.set(probe::kCopyFlat, 32, 1000);
  rates.set(probe::kPass, 1, 1);
  rates.set(probe::kPass, 8, 2);
  rates.set(probe::kPass, 64, 16);
  rates.set(probe::kPassInCopies, 0, 50);
  rates.set(probe::kCommit, 1, 1);
  rates.set(probe::kCommit, 8, 4);
  rates.set(probe::kWavefront, 0, 250);
  rates.set(probe::kCount, 1, 4000);
  rates.set(probe::kCount, 4, 4000);
  rates.set(probe::kCountSpare, 4, 6000);
  rates.set(probe::kCountLetters, 1, 2000);
  rates.set(probe::kCountLettersSpare, 1, 3000);
  rates.set(probe::kBlocks, 256, 1);
  rates.set(probe::kLaunch, 1, 2);
  rates.set(probe::kLaunch, 2, 3);
  rates.set(probe::kWait, 0, 10);
  return rates;
}

constexpr double kLaunchMs = 0.002;

// Counted in shared memory by blocks that come one after another, with enough bytes in flight.
HistogramWork million_samples() {
  HistogramWork work;
  work.n = 1000000;
  work.bins = 256;
  work.ledger.shared_atomics = work.n;
  work.manner.bytes_in_flight = 64;
  work.manner.blocks = 2;
  work.manner.threads = 256;
  work.facts = survey_warps(work.n, work.bins, work.n, [](std::size_t i) { return i % 256; });
  return work;
}

// Counted in global memory, all 32 lanes of a warp in the bins that bin_at gives.
template <typename BinAt>
HistogramWork counted_in_global_memory(std::size_t bins, const BinAt& bin_at) {
  HistogramWork work;
  work.n = 8 * 32768;  // 8,192 warps, in 8 stretches
  work.bins = bins;
  work.ledger.global_atomics = work.n;
  work.manner.bytes_in_flight = 64;
  work.facts = survey_warps(work.n, bins, 32768, bin_at);
  return work;
}

void check(const HistogramWork& work, double ms, const std::string& bound) {
  const auto prediction = predict(work, round_rates());
  REQUIRE(prediction);
  CHECK(prediction->ms == doctest::Approx(ms));
  CHECK(prediction->bound == bound);
}

TEST_CASE("memory bounds what does little else") {
  HistogramWork work = million_samples();
  check(work, 0.004 + kLaunchMs, "memory");  // 4 MB at 1,000 GB/s
  work.manner.bytes_in_flight = 16;
  check(work, 0.005 + kLaunchMs, "bytes in flight");
  work.manner.bytes_in_flight = 0;  // one sample
  check(work, 0.008 + kLaunchMs, "bytes in flight");
  work.manner.stride = 8;  // a warp's 32 places lie in 8 lines: 250,000 lines at 10 G/s
  check(work, 0.025 + kLaunchMs, "lines in L1");
  work.manner.stride = 1000;  // never more than 32
  check(work, 0.1 + kLaunchMs, "lines in L1");
  work.manner.stride = 1;
  work.manner.reads_before = 1;
  check(work, 0.008 + 0.008 + kLaunchMs, "bytes in flight");
}

TEST_CASE("each launch waits for its first load") {
  HistogramWork work = million_samples();
  Rates rates = round_rates();
  rates.set(probe::kLatency, 0, 0.5);
  CHECK(predict(work, rates)->ms == doctest::Approx(0.004 + kLaunchMs + 0.0005));
  work.manner.launches = 2;
  CHECK(predict(work, rates)->ms == doctest::Approx(0.004 + 0.003 + 2 * 0.0005));
}

TEST_CASE("a grid that does not fill the device has fewer bytes on their way") {
  HistogramWork work = million_samples();  // 2 blocks of 256 threads, 64 bytes each
  work.resident_threads = 2048;
  check(work, 0.005 + kLaunchMs, "bytes in flight");  // as if 16 bytes each, at 800 GB/s
  work.resident_threads = 512;
  check(work, 0.004 + kLaunchMs, "memory");
  work.resident_threads = 1024;  // half as many: between the rates of 16 and 64 bytes
  check(work, 0.0044721 + kLaunchMs, "bytes in flight");  // 4 MB at sqrt(800 x 1,000) GB/s
  work.ledger.shared_atomics = 2 * work.n;                // each sample is read by two blocks
  work.manner.spare_bin = true;
  check(work, 0.004 + kLaunchMs, "memory");
}

TEST_CASE("global atomics take passes, and units of L2 share them") {
  // A warp's 32 lanes in 32 neighbouring bins: 4 sectors, a pass each. Warp after warp in the next
  // line of 8, so that 2 units have half of them.
  check(counted_in_global_memory(256, [](std::size_t i) { return i % 256; }),
        8192 * 4 / 2 * 1e-6 + kLaunchMs, "passes in L2");
  // All lanes in one bin: 32 passes, all at one unit.
  check(counted_in_global_memory(256, [](std::size_t) { return 128u; }), 8192 * 32e-6 + kLaunchMs,
        "passes in L2");
  // Sorted: the same at any moment, whatever the whole looks like.
  check(counted_in_global_memory(8 * 1000, [](std::size_t i) { return i / 32768 * 256; }),
        8192 * 32e-6 + kLaunchMs, "passes in L2");
  // Two bins of one sector, 16 lanes each: 16 passes.
  check(counted_in_global_memory(8, [](std::size_t i) { return i % 2; }), 8192 * 16e-6 + kLaunchMs,
        "passes in one L2 unit");
  // In private copies all units have something to do. Their counters are merged afterwards.
  HistogramWork work = counted_in_global_memory(256, [](std::size_t) { return 128u; });
  work.manner.copies = 2;
  work.manner.commits = 2 * 256;
  work.manner.threads = 1024;
  work.resident_threads = 2048;
  check(work, 8192 * 32e-6 / 4 + 64e-6 / 4 + kLaunchMs, "passes in L2");  // 16 lines: 4 G/s
  work.resident_threads = 1024;  // one block at a time, on one copy of 8 lines
  check(work, 8192 * 32e-6 / 2 + 64e-6 / 4 + kLaunchMs, "passes in L2");
}

TEST_CASE("commits, blocks, bank conflicts and instructions bound in their turn") {
  HistogramWork work = million_samples();
  work.manner.commits = 800000;  // 100,000 sectors at 4 G/s, after counting
  work.resident_threads = 512;
  check(work, 0.004 + 0.025 + kLaunchMs, "commit");
  work.resident_threads = 256;  // while other blocks count
  check(work, 0.025 + kLaunchMs, "commit");

  work = million_samples();
  work.manner.blocks = 20000;
  check(work, 0.02 + kLaunchMs, "starting blocks");

  work = million_samples();
  work.facts.wavefronts = 32;
  work.sample_bytes = 1;
  check(work, 0.004 + kLaunchMs, "wavefronts in shared memory");  // 1,000,000 at 250 G/s
  work.manner.conflict_free = true;
  check(work, 0.001 + kLaunchMs, "launch");

  work.letters = true;
  work.n = work.ledger.shared_atomics = 16000000;
  check(work, 0.016 + kLaunchMs, "memory");
  Rates slow = round_rates();
  slow.set(probe::kCountLetters, 1, 500);
  auto prediction = predict(work, slow);
  CHECK(prediction->ms == doctest::Approx(0.032 + kLaunchMs));
  CHECK(prediction->bound == "instructions");
  work.manner.spare_bin = true;
  prediction = predict(work, slow);
  CHECK(prediction->bound == "memory");
}

TEST_CASE("work shorter than its launches and waits is bound by them") {
  HistogramWork work = million_samples();
  work.n = work.ledger.shared_atomics = 1000;
  check(work, 0.000004 + kLaunchMs, "launch");
  work.manner.launches = 2;
  work.manner.waits = 1;
  check(work, 0.000004 + 0.013, "launch");
}

TEST_CASE("no prediction without the rates it needs, or of work that is not told") {
  HistogramWork work = million_samples();
  CHECK_FALSE(predict(work, Rates()));
  work.manner.other_work = true;
  CHECK_FALSE(predict(work, round_rates()));
}

constexpr Grid kBlocks{3907, 256};  // for a million threads

TEST_CASE("an add is predicted by the bytes that a thread has in flight, or by its blocks") {
  const auto narrow =
      predict_add(1000000, 4, moved(4, kBlocks).manner, round_rates());  // two loads of 4 bytes
  REQUIRE(narrow);
  CHECK(narrow->ms == doctest::Approx(0.02 + kLaunchMs));
  CHECK(narrow->bound == "bytes in flight");
  const auto wide = predict_add(1000000, 4, moved(16, kBlocks).manner, round_rates());
  CHECK(wide->ms == doctest::Approx(0.012 + kLaunchMs));
  CHECK(wide->bound == "memory");
  // Stores with gaps touch each of 125,000 sectors four times, at 16 G/s.
  const auto gaps = predict_add(1000000, 4, moved(4, kBlocks).at_stride(4).manner, round_rates());
  CHECK(gaps->ms == doctest::Approx(0.03125 + kLaunchMs));
  CHECK(gaps->bound == "sectors in L2");
  Rates slow = round_rates();
  slow.set(probe::kBlocks, 256, 0.1);
  CHECK(predict_add(1000000, 4, moved(4, kBlocks).manner, slow)->ms ==
        doctest::Approx(0.03907 + kLaunchMs));
  CHECK(predict_add(1000000, 4, moved(4, kBlocks).manner, slow)->bound == "starting blocks");
}

TEST_CASE("a survey of warps counts passes and wavefronts as hardware does") {
  // Lanes 0-15 in bin 0, the others in bins 8, 16, 24, ...: 16 passes in one sector, 1 in each
  // of 16.
  const WarpFacts facts = survey_warps(
      32, 1024, 32, [](std::size_t i) { return static_cast<unsigned>(i < 16 ? 0 : 8 * (i - 15)); });
  CHECK(facts.passes == 16 + 16);
  CHECK(facts.valid == 1);
  CHECK(facts.wavefronts == 5);  // bins 0, 32, 64, 96 and 128 lie in one bank
  CHECK(facts.passes_at_busiest(1) == doctest::Approx(32));
  // An invalid sample takes part in nothing, and no sample leaves nothing to say.
  CHECK(survey_warps(32, 8, 32, [](std::size_t) { return 8u; }).passes == 0);
  CHECK(survey_warps(0, 8, 32, [](std::size_t) { return 0u; }).passes_at_busiest(1) == 0);
}

TEST_CASE(
    "rates between two probes lie on a straight line of logarithms, and are constant beyond") {
  Rates rates;
  rates.set("probe", 1, 100);
  rates.set("probe", 100, 1);
  CHECK(*rates.at("probe", 10) == doctest::Approx(10));
  CHECK(*rates.at("probe", 0.5) == 100);
  CHECK(*rates.at("probe", 1000) == 1);
  CHECK_FALSE(rates.at("another", 1));
}

}  // namespace
}  // namespace course
