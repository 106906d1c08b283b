#include "common/harness/problem/histogram_data.h"

#include <algorithm>
#include <map>

#include "common/harness/device/space.h"
#include "common/harness/problem/parallel.h"
#include "common/harness/problem/random.h"
#include "common/harness/problem/warp_facts.h"

namespace course {
namespace {

// The reference: counted on the host, from the host's own samples.
template <typename BinAt>
Histogram count_on_host(std::size_t n, std::size_t bins, BinAt bin_at) {
  // Adding up the parts' bins should not take longer than counting.
  std::vector<Histogram> parts(std::min(number_of_parts(n), n / bins / 4 + 1),
                               Histogram{std::vector<Count>(bins)});
  parallel_parts(n, parts.size(), "counting the reference",
                 [&](std::size_t part, std::size_t i) { parts[part].count(bin_at(i)); });
  Histogram sum = std::move(parts[0]);
  for (std::size_t part = 1; part < parts.size(); ++part) {
    sum.invalid += parts[part].invalid;
    for (std::size_t bin = 0; bin < bins; ++bin) sum.counts[bin] += parts[part].counts[bin];
  }
  return sum;
}

template <typename Sample, typename BinOf>
class TypedData : public HistogramData {
 public:
  explicit TypedData(const HistogramSpec& spec)
      : type_(spec.type),
        workload_(spec.workload),
        kernels_(spec.kernels),
        source_(spec.workload, spec.n, spec.bins, spec.seed, spec.file),
        reference_(count_on_host(spec.n, spec.bins,
                                 [this](std::size_t i) { return bin_of_(source_(i)); })),
        samples_(spec.n, spec.layout, sample_fence<Sample>(spec.letters, spec.bins)),
        counts_(spec.bins, counts_layout(spec.layout), kCountFence),
        host_counts_(spec.bins),
        guarded_end_(spec.layout.guarded_end()),
        changed_(spec.n) {
    make_samples_there();
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
    if (on_host) host_samples_ = samples_on_host();
    const HistogramProblem<Sample, BinOf> problem{{asked, device},
                                                  on_host ? host_samples_.data() : samples_.data(),
                                                  n(),
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
    const auto made = [this](std::size_t i) { return sample(i); };
    if (!samples_.holds(made, random_bits(1, verified_++))) {
      verdict = damaged("the samples were modified");
    }
    return verdict;
  }

  void repair() override {
    make_samples_there();
    samples_.write_fences();
    counts_.write_fences();
  }

  void change_input(bool changed) override {
    if (changed_ != n()) put(changed_, other_, source_(changed_));
    changed_ = n();
    if (changed) choose_change();
    if (changed_ != n()) put(changed_, source_(changed_), other_);
  }

  void tell_queues(bool wanted) override { tells_queues_ = wanted; }
  GuardedEnd guarded_end() const override { return guarded_end_; }
  const Histogram& reference() const override { return reference_; }

  DataLabel label() const override {
    return {letters() ? "letters" : name_of(type_), name_of(workload_), n(), host_counts_.size(),
            n() * sizeof(Sample)};
  }
  bool has_invalid() const override { return reference_.invalid > 0; }

  std::optional<Prediction> predict(const Work& work, const Device& device,
                                    const Rates& rates) const override {
    if (rates.empty()) return std::nullopt;
    const std::size_t bins = host_counts_.size();
    if (!warp_facts_) {  // the same for all variants
      warp_facts_ = survey_warps(n(), bins, resident_threads(device),
                                 [this](std::size_t i) { return bin_of_(sample(i)); });
    }
    return course::predict(
        {work, n(), sizeof(Sample), letters(), bins, *warp_facts_, resident_threads(device)},
        rates);
  }

 private:
  static constexpr bool letters() { return std::is_same_v<BinOf, LettersByFour>; }

  std::size_t n() const { return samples_.size(); }
  Sample sample(std::size_t i) const { return i == changed_ ? other_ : source_(i); }

  std::vector<Sample> samples_on_host() const {
    std::vector<Sample> samples(n());
    parallel_for(n(), "making samples", [&](std::size_t i) { samples[i] = sample(i); });
    return samples;
  }
  void make_samples_there() const {
    if (kernels_ == nullptr) return samples_.upload(samples_on_host());
    SampleRule<Sample> rule = source_.rule();
    const std::size_t shares = rule.zipf == nullptr ? 0 : rule.usable;
    const GuardedBuffer<double> zipf(shares, {}, 0);
    const GuardedBuffer<std::uint8_t> bytes(rule.number_of_bytes, {}, 0);
    zipf.upload({rule.zipf, rule.zipf + shares});
    bytes.upload({rule.bytes, rule.bytes + rule.number_of_bytes});
    rule.zipf = zipf.data();
    rule.bytes = bytes.data();
    std::get<SampleKernels<Sample>>(*kernels_).make_samples(samples_.data(), rule);
    CUDA_CHECK(cudaDeviceSynchronize());  // it has read them
    if (changed_ != n()) samples_.set(changed_, other_);
  }

  // See SampleFacts.
  std::optional<std::uint64_t> count_in_copies(unsigned threads, std::size_t copies) const {
    constexpr std::size_t kMostCounters = std::size_t{1} << 26;
    const std::size_t bins = host_counts_.size();
    if (copies == 0 || bins > kMostCounters / copies) return std::nullopt;
    const std::size_t parts = std::min(copies, number_of_parts(n()));
    std::vector<Histogram> counters(parts, Histogram{std::vector<Count>(bins)});
    std::vector<Count> fullest(parts);
    // A part of the copies after the other, and each copy's samples block by block.
    parallel_parts(copies, parts, "counting in copies", [&](std::size_t part, std::size_t copy) {
      std::vector<Count>& counts = counters[part].counts;
      std::fill(counts.begin(), counts.end(), 0);
      for (std::size_t first = copy * threads; first < n(); first += copies * threads) {
        const std::size_t end = std::min(n(), first + threads);
        for (std::size_t i = first; i < end; ++i) counters[part].count(bin_of_(sample(i)));
      }
      fullest[part] = std::max(fullest[part], *std::max_element(counts.begin(), counts.end()));
    });
    return *std::max_element(fullest.begin(), fullest.end());
  }

  // Two samples of different bins: the first becomes the second. None where there is one bin.
  void choose_change() {
    const std::uint64_t seed = random_bits(n(), changes_++);
    for (std::size_t attempt = 0; attempt < 64 && n() > 0 && changed_ == n(); ++attempt) {
      const std::size_t i = random_bits(seed, 2 * attempt) % n(),
                        j = random_bits(seed, 2 * attempt + 1) % n();
      if (valid_bin(source_(i)) != valid_bin(source_(j))) change(i, source_(j));
    }
    // All of one bin: a sample of another one, which is among the smallest numbers or letters.
    for (unsigned attempt = 0; attempt < 128 && n() > 0 && changed_ == n(); ++attempt) {
      const auto value = static_cast<Sample>((changes_ + attempt) % 128);
      const std::size_t bin = valid_bin(value);
      if (bin != valid_bin(source_(0)) && bin != reference_.counts.size())
        change(seed % n(), value);
    }
  }
  void change(std::size_t i, Sample other) {
    changed_ = i;
    other_ = other;
  }
  // The sample's bin, or the number of bins for all that are invalid.
  std::size_t valid_bin(Sample sample) const {
    return std::min<std::size_t>(bin_of_(sample), reference_.counts.size());
  }
  void put(std::size_t i, Sample before, Sample now) {
    recount(before, -1);
    recount(now, 1);
    if (!host_samples_.empty()) host_samples_[i] = now;
    samples_.set(i, now);
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
  const DataKernels* kernels_;
  const SampleSource<Sample> source_;
  Histogram reference_;
  GuardedBuffer<Sample> samples_;
  GuardedBuffer<Count> counts_;
  std::vector<Sample> host_samples_;  // where a loop on the host wants them
  std::vector<Count> host_counts_;
  SampleFacts facts_;
  std::map<std::pair<unsigned, std::size_t>, std::optional<std::uint64_t>> fullest_bin_of_copies_;
  bool tells_queues_ = true;
  mutable std::optional<WarpFacts> warp_facts_;  // empty: not asked yet
  std::uint64_t verified_ = 0;                   // how often
  GuardedEnd guarded_end_;
  std::size_t changed_;        // index of the changed sample, n for none
  std::uint64_t changes_ = 0;  // how many there were
  Sample other_ = {};          // what it became
};

template <typename Sample>
std::size_t largest_plus_one(const HistogramSpec& spec) {
  const SampleSource<Sample> source(spec.workload, spec.n, spec.bins, spec.seed, spec.file);
  std::vector<long long> largest(number_of_parts(spec.n));
  parallel_parts(spec.n, largest.size(), "looking for the largest sample",
                 [&](std::size_t part, std::size_t i) {
                   largest[part] = std::max(largest[part], static_cast<long long>(source(i)));
                 });
  return static_cast<std::size_t>(*std::max_element(largest.begin(), largest.end())) + 1;
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
