#include "common/exercise/judged_case.h"

#include <cstring>

#include "common/harness/problem/operands.h"
#include "common/harness/problem/random.h"
#include "common/row/format.h"

namespace course {
namespace {

ProblemKind kind_of(const HistogramSpec& spec) {
  if (spec.letters) return ProblemKind::letters;
  if (spec.type == SampleType::int32) return ProblemKind::int32;
  return spec.type == SampleType::uint16 ? ProblemKind::uint16 : ProblemKind::uint8;
}

template <typename Sample>
std::vector<Sample> samples_of(const HistogramSpec& spec) {
  return make_samples<Sample>(spec.workload, spec.n, spec.bins, spec.seed, spec.file);
}

template <typename T>
std::vector<T> as(const std::vector<unsigned char>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::string fault(const std::string& what, std::uint64_t counted, const Bound& bound) {
  if (counted >= bound.least && counted <= bound.most) return "";
  const std::string limit = bound.least == bound.most ? "exactly " + grouped(bound.most)
                            : counted > bound.most    ? "at most " + grouped(bound.most)
                                                      : "at least " + grouped(bound.least);
  return "the result is right, but " + what + ": " + grouped(counted) + " instead of " + limit;
}

}  // namespace

template <typename Sample, typename BinOf>
void JudgedCase::take(const std::vector<Sample>& samples, BinOf bin_of) {
  input_.resize(samples.size() * sizeof(Sample));
  if (!samples.empty()) std::memcpy(input_.data(), samples.data(), input_.size());
  reference_ = count_serially(samples, task_.bins, bin_of);
  for (const Sample sample : samples) bin_of_sample_.push_back(bin_of(sample));
}

JudgedCase::JudgedCase(const ExerciseCase& c, unsigned round) : add_(c.add) {
  task_.threads_in_reverse = round % 2 == 1;
  const auto seed_of = [&](std::uint64_t seed) {
    return round == 0 ? seed : random_bits(seed, round);
  };
  if (add_) {
    add_->spec.seed = seed_of(add_->spec.seed);
    make(*add_);
  } else {
    HistogramCase another = c.what;
    another.spec.seed = seed_of(c.what.spec.seed);
    make(another);
  }
  task_.input_bytes = input_.size();
}

void JudgedCase::make(const AddCase& c) {
  task_.kind = ProblemKind::add;
  task_.rows = c.spec.rows;
  task_.columns = c.spec.columns;
  task_.n = c.spec.rows * c.spec.columns;
  task_.layout = c.spec.a;
  task_.layout_b = c.spec.b;
  task_.layout_c = c.spec.c;
  task_.threads = c.block;
  const Operands<float> operands{c.spec.seed};
  std::vector<float> a_and_b;
  for (const int number : {0, 1}) {
    for (std::size_t i = 0; i < task_.n; ++i) a_and_b.push_back(operands(number, i));
  }
  task_.output_bytes = task_.n * sizeof(float);
  input_.resize(2 * task_.output_bytes);
  if (task_.n > 0) std::memcpy(input_.data(), a_and_b.data(), input_.size());
}

void JudgedCase::make(const HistogramCase& c) {
  const HistogramSpec& spec = c.spec;
  task_.kind = kind_of(spec);
  task_.n = spec.n;
  task_.bins = spec.bins;
  task_.layout = spec.layout;
  task_.threads = c.asked.threads.value_or(0);
  task_.coarsening = c.asked.coarsening.value_or(0);
  task_.blocks_per_multiprocessor = c.asked.blocks_per_multiprocessor.value_or(0);
  task_.one_multiprocessor = c.one_multiprocessor;
  // Bytes of a file would be the same for every seed.
  if (spec.letters) {
    take(make_samples<std::uint8_t>({}, spec.n, 256, spec.seed), LettersByFour());
  } else if (spec.type == SampleType::int32) {
    take(samples_of<std::int32_t>(spec), SampleIsBin());
  } else if (spec.type == SampleType::uint16) {
    take(samples_of<std::uint16_t>(spec), SampleIsBin());
  } else {
    take(samples_of<std::uint8_t>(spec), SampleIsBin());
  }
  task_.output_bytes = spec.bins * sizeof(Count);
}

std::string JudgedCase::fault_of_result(const std::vector<unsigned char>& output) const {
  if (output.size() != task_.output_bytes) return "there is no whole result";
  if (!add_) return verify_counts(as<Count>(output), reference_).message;
  const Operands<float> operands{add_->spec.seed};
  return verify_sums(as<float>(output), [&](std::size_t i) { return operands.sum(i); }).message;
}

std::string JudgedCase::fault_of_work(const ExerciseProof& proof, const Answer& answer,
                                      bool counts_atomics, bool counts_accesses) const {
  if (answer.counts_atomics != counts_atomics || answer.counts_accesses != counts_accesses) {
    return "the result is right, but the program does not say how much work it was";
  }
  WorkDemand demand;
  if (add_) {
    demand = proof.add_work(*add_);
  } else if (proof.work) {
    const unsigned threads = task_.threads == 0 ? 256 : task_.threads;
    demand = proof.work({bin_of_sample_, static_cast<unsigned>(task_.bins), threads,
                         task_.blocks_per_multiprocessor, task_.one_multiprocessor});
  }
  for (const Quantity& quantity : kQuantities) {
    if (!(quantity.is_access ? counts_accesses : counts_atomics)) continue;
    const std::string text =
        fault(quantity.words, answer.work.*quantity.counted, demand.*quantity.demand);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace course
