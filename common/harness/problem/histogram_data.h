// The samples of one histogram problem on host and device, the result, and the reference.
#pragma once

#include <memory>
#include <string>

#include "common/harness/run/histogram_lesson.h"
#include "common/harness/trial/trial.h"
#include "common/harness/trial/verification.h"

namespace course {

// What a problem is made of.
struct HistogramSpec {
  SampleType type = SampleType::int32;
  bool letters = false;  // uint8 only: bins are letters by four
  Workload workload;
  std::vector<std::uint8_t> file;  // workload file: its bytes, repeated or cut to n
  std::size_t n = 0;
  std::size_t bins = 256;
  std::uint64_t seed = 1;
  Layout layout;  // of the samples; the counts have the same border
};

class HistogramData {
 public:
  virtual ~HistogramData() = default;

  // A problem on the device, or with host memory for a loop on the CPU.
  virtual AnyHistogramProblem problem(const Device& device, Workspace& workspace,
                                      const Launch& launch, bool on_host) = 0;
  virtual void clear(bool on_host) = 0;      // counts become zero
  virtual Verdict verify(bool on_host) = 0;  // counts, and that nothing around them changed
  // true: one sample becomes another, on host and device and in the reference, each time a
  // different one; false: back.
  virtual void change_input(bool changed) = 0;
  // Writes the samples, and what is watched around them and the counts, again.
  virtual void repair() = 0;
  virtual const Histogram& reference() const = 0;
  // What the model asks of the samples; see HistogramWork. A stretch is as many samples as the
  // device works on at the same time.
  virtual std::uint64_t crowded(std::size_t stretch) const = 0;
  virtual double bank_conflict() const = 0;
  // See HistogramFacts.
  virtual std::optional<std::uint64_t> fullest_private_bin(unsigned block,
                                                           std::size_t copies) const = 0;
};

// Generates samples and reference and allocates the device's memory. Throws UsageError when they do
// not fit.
std::unique_ptr<HistogramData> make_histogram_data(const HistogramSpec& spec);

// A variant on this problem, as run_trial wants it. The result refers to all four.
Trial trial_of(const HistogramVariant& variant, const AnyHistogramProblem& problem,
               HistogramData& data, Workspace& workspace);

// Throws UsageError when there are more samples than a counter can count.
void require_countable(std::size_t n);

// What a ledger formula may know of this problem. The result refers to `data`.
HistogramFacts facts_of(const HistogramData& data, const HistogramSpec& spec, const Launch& launch,
                        const Device& device);

// One more than the largest valid sample, at least 1: what --bins auto means.
std::size_t bins_from_data(const HistogramSpec& spec);

}  // namespace course
