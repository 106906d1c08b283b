#include "common/exercise/cases.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/harness/problem/random.h"

namespace course {
namespace {

using Kind = Workload::Kind;

// The cases are the same whatever device they are run on: that of a small GPU.
Device small_gpu() {
  Device device;
  device.multiprocessors = 16;
  device.max_threads_per_multiprocessor = 2048;
  device.max_blocks_per_multiprocessor = 32;
  return device;
}

// Sizes, bins and samples that nobody can know beforehand.
HistogramCase drawn(std::uint64_t seed, std::uint64_t number) {
  const auto draw = [&](std::uint64_t what, std::uint64_t choices) {
    return random_bits(random_bits(seed, number), what) % choices;
  };
  const auto up_to = [&](std::uint64_t what, double most) {  // small ones as often as large ones
    const double share = static_cast<double>(draw(what, 10000)) / 10000;
    return static_cast<std::size_t>(std::exp(share * std::log(most)));
  };
  HistogramCase c;
  c.spec.n = up_to(0, 150000);
  c.spec.bins = draw(1, 3) == 0 ? up_to(2, 3000) : 1 + draw(2, 256);
  c.spec.type = std::array{SampleType::int32, SampleType::uint8, SampleType::uint16}[draw(3, 3)];
  const Workload workloads[] = {{Kind::edges},  {Kind::uniform}, {Kind::sorted},
                                {Kind::single}, {Kind::hot, 50}, {Kind::zipf}};
  c.spec.workload = workloads[draw(4, 6)];
  c.spec.layout.border =
      std::array{Border::watched, Border::exact_behind, Border::tight_in_front}[draw(5, 3)];
  if (c.spec.layout.border == Border::watched) c.spec.layout.offset = draw(6, 5);
  if (draw(7, 2) == 0) c.asked.threads = 256;
  if (draw(8, 4) == 0) c.asked.threads = 1 + static_cast<unsigned>(draw(9, 1024));
  c.one_multiprocessor = draw(10, 2) == 0;
  return c;
}

}  // namespace

std::vector<ExerciseCase> exercise_cases(const ExerciseProof& proof, std::uint64_t seed,
                                         Depth depth) {
  constexpr std::size_t kLongest = 9000;
  constexpr std::uint64_t kDrawn = 24;
  std::vector<ExerciseCase> cases;
  const auto add = [&](HistogramCase c, bool may_be_refused) {
    const std::uint64_t number = cases.size();
    c.spec.seed = random_bits(seed, number);
    if (c.once) c.spec.n += random_bits(seed, ~number) % 4096;  // the largest
    cases.push_back({static_cast<int>(number + 1), std::move(c), may_be_refused});
  };
  const auto add_usual = [&](const HistogramCase& c) {
    add(c, demand_of(c).empty() && (!proof.may_refuse || proof.may_refuse(c)));
  };
  for (const HistogramCase& c : histogram_cases(small_gpu())) add_usual(c);
  for (std::uint64_t number = 0; number < kDrawn; ++number) add_usual(drawn(seed, number));
  for (const HistogramCase& c : proof.cases) add(c, false);
  if (depth == Depth::full) {
    // No more: the last of these is for a GPU alone.
    add_usual(large_histogram_cases().front());
  } else {
    const auto is_long = [](const ExerciseCase& c) { return c.what.spec.n > kLongest; };
    cases.erase(std::remove_if(cases.begin(), cases.end(), is_long), cases.end());
  }
  return cases;
}

}  // namespace course
