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

// Numbers that nobody can know beforehand.
struct Drawn {
  std::uint64_t seed, number;

  std::uint64_t operator()(std::uint64_t what, std::uint64_t choices) const {
    return random_bits(random_bits(seed, number), what) % choices;
  }
  std::size_t up_to(std::uint64_t what, double most) const {  // small ones as often as large ones
    const double share = static_cast<double>((*this)(what, 10000)) / 10000;
    return static_cast<std::size_t>(std::exp(share * std::log(most)));
  }
  Layout layout() const {
    Layout layout;
    layout.border =
        std::array{Border::watched, Border::exact_behind, Border::tight_in_front}[(*this)(5, 3)];
    if (layout.border == Border::watched) layout.offset = (*this)(6, 5);
    return layout;
  }
};

HistogramCase drawn_histogram(const Drawn& draw) {
  HistogramCase c;
  c.spec.n = draw.up_to(0, 150000);
  c.spec.bins = draw(1, 3) == 0 ? draw.up_to(2, 3000) : 1 + draw(2, 256);
  c.spec.type = std::array{SampleType::int32, SampleType::uint8, SampleType::uint16}[draw(3, 3)];
  const Workload workloads[] = {{Kind::edges},  {Kind::uniform}, {Kind::sorted},
                                {Kind::single}, {Kind::hot, 50}, {Kind::zipf}};
  c.spec.workload = workloads[draw(4, 6)];
  c.spec.layout = draw.layout();
  if (draw(7, 2) == 0) c.asked.threads = 256;
  if (draw(8, 4) == 0) c.asked.threads = 1 + static_cast<unsigned>(draw(9, 1024));
  c.one_multiprocessor = draw(10, 2) == 0;
  return c;
}

AddCase drawn_add(const Drawn& draw) {
  AddCase c;
  c.spec.rows = draw(0, 2) == 0 ? 1 : draw.up_to(1, 40);
  c.spec.columns = draw.up_to(2, 4000);
  c.spec.a = c.spec.b = c.spec.c = draw.layout();
  if (c.spec.a.border == Border::watched && draw(3, 2) == 0) c.spec.c.offset = draw(4, 5);
  if (draw(7, 2) == 0) c.block = 1 + static_cast<unsigned>(draw(8, 1024));
  return c;
}

}  // namespace

std::string describe(const ExerciseCase& c) { return c.add ? describe(*c.add) : describe(c.what); }

std::vector<ExerciseCase> exercise_cases(const ExerciseProof& proof, std::uint64_t seed,
                                         Depth depth) {
  constexpr std::uint64_t kDrawn = 24;
  // Counting accesses takes some time as well.
  const std::size_t longest = depth == Depth::short_ones ? 9000
                              : proof.counts_accesses    ? 250000
                                                         : std::numeric_limits<std::size_t>::max();
  std::vector<ExerciseCase> cases;
  int number = 0;
  const auto seed_next = [&](auto& spec, std::size_t* size, bool is_largest) {
    spec.seed = random_bits(seed, static_cast<std::uint64_t>(number));
    if (is_largest) *size += random_bits(~seed, static_cast<std::uint64_t>(number)) % 4096;
    ++number;
  };
  const auto add = [&](HistogramCase c, bool may_be_refused) {
    seed_next(c.spec, &c.spec.n, c.once);
    if (c.spec.n <= longest) cases.push_back({number, std::move(c), {}, may_be_refused});
  };
  const auto add_usual = [&](const HistogramCase& c) {
    add(c, demand_of(c).empty() && (!proof.may_refuse || proof.may_refuse(c)));
  };
  const auto add_sums = [&](AddCase c) {
    seed_next(c.spec, &c.spec.columns, c.once);
    if (c.spec.rows * c.spec.columns <= longest) cases.push_back({number, {}, c, false});
  };
  if (proof.add_work) {
    for (const AddCase& c : add_cases()) add_sums(c);
    for (std::uint64_t k = 0; k < kDrawn; ++k) add_sums(drawn_add({seed, k}));
    for (const AddCase& c : proof.add_cases) add_sums(c);
    add_sums(large_add_cases().front());
  } else {
    for (const HistogramCase& c : histogram_cases(small_gpu())) add_usual(c);
    for (std::uint64_t k = 0; k < kDrawn; ++k) add_usual(drawn_histogram({seed, k}));
    for (const HistogramCase& c : proof.cases) add(c, false);
    add_usual(large_histogram_cases().front());  // the last of these is for a GPU alone
  }
  // Nothing to do is the last thing that a learner should read of.
  std::stable_partition(cases.begin(), cases.end(), [](const ExerciseCase& c) {
    return (c.add ? c.add->spec.rows * c.add->spec.columns : c.what.spec.n) > 0;
  });
  return cases;
}

}  // namespace course
