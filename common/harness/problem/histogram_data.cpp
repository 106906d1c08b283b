#include "common/harness/problem/histogram_data.h"

#include <algorithm>
#include <map>

#include "common/harness/device/space.h"
#include "common/harness/problem/random.h"
#include "common/harness/problem/warp_facts.h"

namespace course {
namespace {

template <typename Sample>
std::vector<Sample> samples_of(const HistogramSpec& spec) {
  if (spec.workload.kind != Workload::Kind::file) {
    return make_samples<Sample>(spec.workload, spec.n, spec.bins, spec.seed);
  }
  std::vector<Sample> samples(spec.n);
  for (std::size_t i = 0; i < spec.n; ++i) {
    samples[i] = static_cast<Sample>(spec.file[i % spec.file.size()]);
  }
  return samples;
}

template <typename Sample, typename BinOf>
class TypedData : public HistogramData {
 public:
  explicit TypedData(const HistogramSpec& spec)
      : type_(spec.type),
        workload_(spec.workload),
        host_samples_(samples_of<Sample>(spec)),
        reference_(count_serially(host_samples_, spec.bins, bin_of_)),
        samples_(spec.n, spec.layout, sample_fence<Sample>(spec.letters, spec.bins)),
        counts_(spec.bins, counts_layout(spec.layout), kCountFence),
        host_counts_(spec.bins),
        guarded_end_(spec.layout.guarded_end()),
        changed_(spec.n) {
    samples_.upload(host_samples_);
    counts_.fill_bytes(0xA5);
    facts_.valid = spec.n - reference_.invalid;
    facts_.fullest_bin = *std::max_element(reference_.counts.begin(), reference_.counts.end());
    facts_.fullest_bin_of_copies = [this](unsigned threads, std::size_t copies) {
      if (!tells_queues_) return std::optional<std::uint64_t>();
      const auto [known, is_new] = fullest_bin_of_copies_.try_emplace({threads, copies});
      if (is_new) known->second = count_in_copies(threads, copies);
      return known->second;
    };
  }

  AnyProblem problem(const Device& device, Workspace& workspace, const LaunchOptions& asked,
                     bool on_host) override {
    const HistogramProblem<Sample, BinOf> problem{{asked, device},
                                                  on_host ? host_samples_.data() : samples_.data(),
                                                  host_samples_.size(),
                                                  bin_of_,
                                                  on_host ? host_counts_.data() : counts_.data(),
                                                  static_cast<unsigned>(host_counts_.size()),
                                                  workspace,
                                                  facts_};
    return AnyProblem(std::in_place_type<HistogramProblem<Sample, BinOf>>, problem);
  }

  void clear(bool on_host) override {
    if (on_host) {
      std::fill(host_counts_.begin(), host_counts_.end(), 0);
    } else {
      counts_.fill_bytes(0);
    }
  }

  Verdict verify(bool on_host) override {
    if (on_host) return verify_counts(host_counts_, reference_);
    Verdict verdict = verify_counts(counts_.download(), reference_);
    for (const std::string& damage : {samples_.damage(), counts_.damage()}) {
      if (!damage.empty()) verdict = damaged(damage);
    }
    const auto sample = [this](std::size_t i) { return host_samples_[i]; };
    if (!samples_.holds(sample, random_bits(1, verified_++))) {
      verdict = damaged("the samples were modified");
    }
    return verdict;
  }

  void repair() override {
    samples_.upload(host_samples_);
    samples_.write_fences();
    counts_.write_fences();
  }

  void change_input(bool changed) override {
    const std::size_t none = host_samples_.size();
    if (changed_ != none) put(changed_, original_);
    changed_ = none;
    if (changed) choose_change();
    if (changed_ != none) put(changed_, other_);
  }

  void tell_queues(bool wanted) override { tells_queues_ = wanted; }
  GuardedEnd guarded_end() const override { return guarded_end_; }
  const Histogram& reference() const override { return reference_; }

  DataLabel label() const override {
    return {letters() ? "letters" : name_of(type_), name_of(workload_), host_samples_.size(),
            host_counts_.size(), host_samples_.size() * sizeof(Sample)};
  }
  bool has_invalid() const override { return reference_.invalid > 0; }

  std::optional<Prediction> predict(const Work& work, const Device& device,
                                    const Rates& rates) const override {
    if (rates.empty()) return std::nullopt;
    const std::size_t n = host_samples_.size(), bins = host_counts_.size();
    if (!warp_facts_) {  // the same for all variants
      warp_facts_ = survey_warps(n, bins, resident_threads(device),
                                 [this](std::size_t i) { return bin_of_(host_samples_[i]); });
    }
    return course::predict(
        {work, n, sizeof(Sample), letters(), bins, *warp_facts_, resident_threads(device)}, rates);
  }

 private:
  static constexpr bool letters() { return std::is_same_v<BinOf, LettersByFour>; }

  // See SampleFacts.
  std::optional<std::uint64_t> count_in_copies(unsigned threads, std::size_t copies) const {
    constexpr std::size_t kMostCounters = std::size_t{1} << 26;
    const std::size_t bins = host_counts_.size();
    if (copies == 0 || bins > kMostCounters / copies) return std::nullopt;
    std::vector<Count> counters(copies * bins);
    for (std::size_t i = 0; i < host_samples_.size(); ++i) {
      const unsigned bin = bin_of_(host_samples_[i]);
      if (bin < bins) ++counters[i / threads % copies * bins + bin];
    }
    return *std::max_element(counters.begin(), counters.end());
  }

  // Two samples of different bins: the first becomes the second. None where there is one bin.
  void choose_change() {
    const std::size_t n = host_samples_.size();
    const std::uint64_t seed = random_bits(n, changes_++);
    for (std::size_t attempt = 0; attempt < 64 && n > 0 && changed_ == n; ++attempt) {
      const std::size_t i = random_bits(seed, 2 * attempt) % n,
                        j = random_bits(seed, 2 * attempt + 1) % n;
      if (valid_bin(host_samples_[i]) == valid_bin(host_samples_[j])) continue;
      changed_ = i;
      original_ = host_samples_[i];
      other_ = host_samples_[j];
    }
    // All of one bin: a sample of another one, which is among the smallest numbers or letters.
    for (unsigned attempt = 0; attempt < 128 && n > 0 && changed_ == n; ++attempt) {
      const unsigned value = (changes_ + attempt) % 128;
      const std::size_t bin = valid_bin(static_cast<Sample>(value));
      if (bin == valid_bin(host_samples_[0]) || bin == reference_.counts.size()) continue;
      changed_ = seed % n;
      original_ = host_samples_[changed_];
      other_ = static_cast<Sample>(value);
    }
  }
  // The sample's bin, or the number of bins for all that are invalid.
  std::size_t valid_bin(Sample sample) const {
    return std::min<std::size_t>(bin_of_(sample), reference_.counts.size());
  }
  void put(std::size_t i, Sample sample) {
    recount(host_samples_[i], -1);
    recount(sample, 1);
    host_samples_[i] = sample;
    samples_.set(i, sample);
  }
  void recount(Sample sample, int by) {
    const std::size_t bin = valid_bin(sample);
    if (bin == reference_.counts.size()) {
      reference_.invalid += static_cast<std::uint64_t>(by);
    } else {
      reference_.counts[bin] += static_cast<Count>(by);
    }
  }

  SampleType type_;
  Workload workload_;
  BinOf bin_of_;
  std::vector<Sample> host_samples_;
  Histogram reference_;
  GuardedBuffer<Sample> samples_;
  GuardedBuffer<Count> counts_;
  std::vector<Count> host_counts_;
  SampleFacts facts_;
  std::map<std::pair<unsigned, std::size_t>, std::optional<std::uint64_t>> fullest_bin_of_copies_;
  bool tells_queues_ = true;
  mutable std::optional<WarpFacts> warp_facts_;  // empty: not asked yet
  std::uint64_t verified_ = 0;                   // how often
  GuardedEnd guarded_end_;
  std::size_t changed_;        // index of the changed sample, n for none
  std::uint64_t changes_ = 0;  // how many there were
  Sample original_ = {}, other_ = {};
};

template <typename Sample>
std::size_t largest_plus_one(const HistogramSpec& spec) {
  long long largest = 0;
  for (const Sample sample : samples_of<Sample>(spec)) {
    largest = std::max(largest, static_cast<long long>(sample));
  }
  return static_cast<std::size_t>(largest) + 1;
}

}  // namespace

void require_countable(std::size_t n) {
  if (n <= kMaxSamples) return;
  throw UsageError("--n: the 32-bit counters take at most " + std::to_string(kMaxSamples) +
                   " samples");
}

std::unique_ptr<HistogramData> make_histogram_data(const HistogramSpec& spec) {
  require_countable(spec.n);
  const std::size_t bytes = spec.n * size_of(spec.type) + spec.bins * sizeof(Count);
  require_memory(bytes, bytes + spec.bins * sizeof(Count), "--n or --bins");
  if (spec.letters) return std::make_unique<TypedData<std::uint8_t, LettersByFour>>(spec);
  return with_sample_type(spec.type, [&](auto sample) -> std::unique_ptr<HistogramData> {
    return std::make_unique<TypedData<decltype(sample), SampleIsBin>>(spec);
  });
}

std::size_t bins_from_data(const HistogramSpec& spec) {
  return with_sample_type(spec.type,
                          [&](auto sample) { return largest_plus_one<decltype(sample)>(spec); });
}

}  // namespace course
