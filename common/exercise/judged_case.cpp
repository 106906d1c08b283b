#include "common/exercise/judged_case.h"

#include <cstring>

#include "common/harness/problem/random.h"
#include "common/row/format.h"

namespace course {
namespace {

ProblemKind kind_of(const HistogramSpec& spec) {
  if (spec.letters) return ProblemKind::letters;
  if (spec.type == SampleType::int32) return ProblemKind::int32;
  return spec.type == SampleType::uint16 ? ProblemKind::uint16 : ProblemKind::uint8;
}

// Of the workload file: the bytes that the case brings.
template <typename Sample>
std::vector<Sample> samples_of(const HistogramSpec& spec) {
  const SampleSource<Sample> source(spec.workload, spec.n, spec.bins, spec.seed, spec.file);
  std::vector<Sample> samples(spec.n);
  for (std::size_t i = 0; i < spec.n; ++i) samples[i] = source(i);
  return samples;
}

std::string fault(const char* what, std::uint64_t counted, const Bound& bound) {
  if (counted >= bound.least && counted <= bound.most) return "";
  const std::string limit = bound.least == bound.most ? "exactly " + grouped(bound.most)
                            : counted > bound.most    ? "at most " + grouped(bound.most)
                                                      : "at least " + grouped(bound.least);
  return "the result is right, but " + std::string(what) + " " + grouped(counted) + " instead of " +
         limit;
}

}  // namespace

template <typename Sample, typename BinOf>
void JudgedCase::take(const std::vector<Sample>& samples, BinOf bin_of) {
  input_.resize(samples.size() * sizeof(Sample));
  if (!samples.empty()) std::memcpy(input_.data(), samples.data(), input_.size());
  reference_ = count_serially(samples, task_.bins, bin_of);
  for (const Sample sample : samples) bin_of_sample_.push_back(bin_of(sample));
}

JudgedCase::JudgedCase(const HistogramCase& c, unsigned round) {
  HistogramSpec spec = c.spec;
  if (round > 0) spec.seed = random_bits(spec.seed, round);
  task_.kind = kind_of(spec);
  task_.n = spec.n;
  task_.bins = spec.bins;
  task_.layout = spec.layout;
  task_.threads = c.asked.threads.value_or(0);
  task_.coarsening = c.asked.coarsening.value_or(0);
  task_.blocks_per_multiprocessor = c.asked.blocks_per_multiprocessor.value_or(0);
  task_.one_multiprocessor = c.one_multiprocessor;
  task_.threads_in_reverse = round % 2 == 1;
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
  task_.input_bytes = input_.size();
  task_.output_bytes = spec.bins * sizeof(Count);
}

std::string JudgedCase::fault_of_result(const std::vector<unsigned char>& output) const {
  std::vector<Count> counts(reference_.counts.size());
  if (output.size() != counts.size() * sizeof(Count)) return "there is no whole result";
  std::memcpy(counts.data(), output.data(), output.size());
  return verify_counts(counts, reference_).message;
}

std::string JudgedCase::fault_of_work(const ExerciseProof& proof, const Answer& answer) const {
  if (!proof.work || answer.counted == 0) return "";
  const auto bins = static_cast<unsigned>(task_.bins);
  const unsigned threads = task_.threads == 0 ? 256 : task_.threads;
  const WorkDemand demand = proof.work(
      {bin_of_sample_, bins, threads, task_.blocks_per_multiprocessor, task_.one_multiprocessor});
  for (const std::string& text :
       {fault("global atomics:", answer.global_atomics, demand.global_atomics),
        fault("shared atomics:", answer.shared_atomics, demand.shared_atomics),
        fault("the longest queue:", answer.longest_queue, demand.longest_queue)}) {
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace course
