// The model that predicts times: each bound from made-up rates whose result is plain arithmetic.

#include <doctest/doctest.h>

#include "common/harness/model/model.h"

namespace course {
namespace {

// A device on which every number is round: memory moves 1,000 bytes in a nanosecond.
Rates round_rates() {
  Rates rates;
  rates.set(probe::kRead, 0, 1000);
  rates.set(probe::kReadInTurn, 4, 500);
  rates.set(probe::kReadContiguous, 4, 100);
  rates.set(probe::kCopyFlat, 4, 600);
  rates.set(probe::kGlobalAtomics, 1, 1);
  rates.set(probe::kGlobalAtomics, 256, 4);
  rates.set(probe::kCommit, 0, 10);
  rates.set(probe::kSharedAtomics, 1, 8000);
  rates.set(probe::kSharedAtomics, 32, 250);
  rates.set(probe::kCount, 4, 4000);
  rates.set(probe::kCountSpare, 4, 6000);
  rates.set(probe::kCountLetters, 1, 2000);
  rates.set(probe::kCountLettersSpare, 1, 3000);
  rates.set(probe::kBlocks, 256, 1);
  rates.set(probe::kLaunch, 0, 2);
  return rates;
}

constexpr double kLaunchMs = 0.002;

HistogramWork million_samples() {
  HistogramWork work;
  work.n = 1000000;
  work.bins = 256;
  work.ledger.shared_atomics = work.n;
  return work;
}

TEST_CASE("memory bounds what does little else") {
  HistogramWork work = million_samples();
  auto prediction = predict(work, round_rates());
  REQUIRE(prediction);
  CHECK(prediction->ms == doctest::Approx(0.004 + kLaunchMs));  // 4 MB at 1,000 GB/s
  CHECK(prediction->bound == "memory");
  work.hints.loads = Loads::in_turn;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.008 + kLaunchMs));
  CHECK(prediction->bound == "memory, one load at a time");
  work.hints.loads = Loads::contiguous;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.04 + kLaunchMs));
  CHECK(prediction->bound == "memory, 32 places at a time");
}

TEST_CASE("global atomics: the even share spreads, the excess queues") {
  HistogramWork work;
  work.n = 1024000;
  work.bins = 256;
  work.ledger.global_atomics = work.n;
  work.crowded = 4000;  // the even share
  auto prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.256 + kLaunchMs));  // 1,024,000 at 4 G/s
  CHECK(prediction->bound == "atomics in L2");
  work.crowded = 1024000;  // all in one bin
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(1.02 + 0.001 + kLaunchMs));
  CHECK(prediction->bound == "one address in L2");
  // In private copies the fullest counter of a copy is the queue, however crowded the bins are.
  work.hints.addresses = 256;
  work.ledger.longest_queue = 4000;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.256 + kLaunchMs));
}

TEST_CASE("commits, blocks, bank conflicts and instructions bound in their turn") {
  HistogramWork work = million_samples();
  work.ledger.global_atomics = 100000;  // of a variant that counts in shared memory
  auto prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.01 + kLaunchMs));
  CHECK(prediction->bound == "commit");

  work = million_samples();
  work.hints.blocks = 20000;
  work.hints.threads = 256;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.02 + kLaunchMs));
  CHECK(prediction->bound == "starting blocks");

  work = million_samples();
  work.bank_conflict = 32;
  work.sample_bytes = 1;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.004 + kLaunchMs));  // 250 G/s
  CHECK(prediction->bound == "shared-memory atomics");
  work.hints.conflict_free = true;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.001 + kLaunchMs));  // 1 MB at 1,000 GB/s

  work.letters = true;
  work.n = 16000000;
  prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.016 + kLaunchMs));  // memory
  Rates slow = round_rates();
  slow.set(probe::kCountLetters, 1, 500);
  prediction = predict(work, slow);
  CHECK(prediction->ms == doctest::Approx(0.032 + kLaunchMs));
  CHECK(prediction->bound == "instructions");
  work.hints.spare_bin = true;
  prediction = predict(work, slow);
  CHECK(prediction->bound == "memory");
}

TEST_CASE("work shorter than a launch is bound by it") {
  HistogramWork work = million_samples();
  work.n = work.ledger.shared_atomics = 1000;
  const auto prediction = predict(work, round_rates());
  CHECK(prediction->ms == doctest::Approx(0.000004 + kLaunchMs));
  CHECK(prediction->bound == "launch");
}

TEST_CASE("no prediction without the rates it needs, or of work that is not told") {
  HistogramWork work = million_samples();
  CHECK_FALSE(predict(work, Rates()));
  work.hints.other_work = true;
  CHECK_FALSE(predict(work, round_rates()));
}

TEST_CASE("an add is predicted by the width of its accesses") {
  const auto narrow = predict_add(6000000, 4, round_rates());
  REQUIRE(narrow);
  CHECK(narrow->ms == doctest::Approx(0.01 + kLaunchMs));
  CHECK(narrow->bound == "memory, 4 bytes an access");
  CHECK(predict_add(6000000, 16, round_rates())->bound == "memory");
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
