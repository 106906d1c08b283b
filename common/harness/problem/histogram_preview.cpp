#include <cmath>

#include "common/harness/problem/histogram_data.h"
#include "common/harness/problem/warp_facts.h"

namespace course {
namespace {

template <typename Sample, typename BinOf>
class TypedPreview : public Preview {
 public:
  explicit TypedPreview(const HistogramSpec& spec)
      : spec_(spec), source_(spec.workload, spec.n, spec.bins, spec.seed, spec.file) {}

  AnyProblem problem(const Device& device, Workspace& workspace,
                     const LaunchOptions& asked) const override {
    facts_.valid = static_cast<std::uint64_t>(
        std::llround(warp_facts(device).valid * static_cast<double>(spec_.n)));
    facts_.fullest_bin_of_copies = [](unsigned, std::size_t) { return std::nullopt; };
    const HistogramProblem<Sample, BinOf> problem{
        {asked, device}, nullptr, spec_.n, BinOf(), nullptr, static_cast<unsigned>(spec_.bins),
        workspace,       facts_};
    return AnyProblem(std::in_place_type<HistogramProblem<Sample, BinOf>>, problem);
  }
  DataLabel label() const override {
    return {spec_.letters ? "letters" : name_of(spec_.type), name_of(spec_.workload), spec_.n,
            spec_.bins, spec_.n * sizeof(Sample)};
  }
  std::optional<Prediction> predict(const Work& work, const Device& device,
                                    const Rates& rates) const override {
    if (rates.empty()) return std::nullopt;
    return course::predict({work, spec_.n, sizeof(Sample), spec_.letters, spec_.bins,
                            warp_facts(device), resident_threads(device)},
                           rates);
  }

 private:
  const WarpFacts& warp_facts(const Device& device) const {
    if (!warp_facts_) {
      const auto bin_at = [this](std::size_t i) { return BinOf()(source_(i)); };
      warp_facts_ = survey_warps(spec_.n, spec_.bins, resident_threads(device), bin_at);
    }
    return *warp_facts_;
  }

  const HistogramSpec spec_;
  const SampleSource<Sample> source_;
  mutable SampleFacts facts_;  // those that follow from a survey
  mutable std::optional<WarpFacts> warp_facts_;
};

}  // namespace

std::unique_ptr<Preview> preview_histogram(const HistogramSpec& spec) {
  require_countable(spec.n);
  if (spec.letters) return std::make_unique<TypedPreview<std::uint8_t, LettersByFour>>(spec);
  return with_sample_type(spec.type, [&](auto sample) -> std::unique_ptr<Preview> {
    return std::make_unique<TypedPreview<decltype(sample), SampleIsBin>>(spec);
  });
}

}  // namespace course
