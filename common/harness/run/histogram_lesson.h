// The second half of a histogram chapter: its program names the variants, this runs them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/harness/device/buffer.h"
#include "common/harness/device/device.h"
#include "common/harness/model/ledger.h"
#include "common/harness/problem/workload.h"
#include "common/harness/run/lesson_frame.h"
#include "common/harness/run/options.h"

namespace course {

// How the command line or a sweep wants a kernel launched; empty: as the variant itself chooses.
struct Launch {
  std::optional<unsigned> block;                 // threads in a block
  std::optional<unsigned> coarsening;            // samples per thread
  std::optional<unsigned> blocks_per_processor;  // blocks per multiprocessor

  unsigned block_or(unsigned own) const { return block.value_or(own); }
  unsigned coarsening_or(unsigned own) const { return coarsening.value_or(own); }
  unsigned blocks_per_processor_or(unsigned own) const {
    return blocks_per_processor.value_or(own);
  }
};

// What a launch gets. For a step, `samples` and `counts` are device memory and counts are all zero;
// for a host step both are host memory.
template <typename SampleT, typename BinOfT>
struct HistogramProblem {
  using Sample = SampleT;
  using BinOf = BinOfT;
  const Sample* samples;  // n of them
  std::size_t n;
  BinOf bin_of;   // sample -> bin; invalid samples give a number >= bins
  Count* counts;  // one per bin
  unsigned bins;
  Launch launch;  // what --block and its like ask for
  const Device& device;
  Workspace& workspace;
};

// The combinations of sample type and bin rule that every histogram kernel is compiled for.
using AnyHistogramProblem = std::variant<
    HistogramProblem<std::int32_t, SampleIsBin>, HistogramProblem<std::uint16_t, SampleIsBin>,
    HistogramProblem<std::uint8_t, SampleIsBin>, HistogramProblem<std::uint8_t, LettersByFour>>;

// What a ledger formula may use: sizes, the launch, and the data's own shape.
struct HistogramFacts {
  std::uint64_t n;      // samples
  std::uint64_t valid;  // samples that fall into a bin
  std::uint64_t bins;
  std::uint64_t largest_bin;  // count of the fullest bin
  std::size_t sample_bytes;   // size of one sample
  Launch launch;
  const Device& device;
  // The fullest bin among `copies` private histograms when sample i is counted in copy
  // (i / block) % copies: the longest queue at one address of such copies. One pass on the host;
  // empty when there are too many counters for that.
  std::function<std::optional<std::uint64_t>(unsigned block, std::size_t copies)>
      fullest_private_bin;
};

// Predicts the work that a variant does. A variant without one has no ledger on a GPU.
using LedgerFormula = std::function<Ledger(const HistogramFacts&)>;

struct HistogramVariant {
  std::string name;
  std::function<void(const AnyHistogramProblem&)> launch;
  LedgerFormula ledger;
  bool on_host;        // a loop on the CPU
  bool loses_updates;  // wrong on purpose
  bool valid_only;     // wrong as soon as there is an invalid sample, which is what it shows
};

// The formula of chapter 03's kernel: every valid sample is one atomic, and the samples of the
// fullest bin queue at one address.
inline Ledger one_atomic_per_sample(const HistogramFacts& f) { return {f.valid, 0, f.largest_bin}; }

// The formula of chapter 05's kernel and those after it: `blocks` blocks of `block` threads do
// `shared_atomics` in shared memory, and each block commits all bins, so that all blocks queue at
// each bin.
inline Ledger block_ledger(const HistogramFacts& f, std::uint64_t blocks, unsigned block,
                           std::uint64_t shared_atomics) {
  Ledger ledger{blocks * f.bins, shared_atomics, blocks};
  ledger.commits = ledger.global_atomics;
  ledger.blocks = blocks;
  ledger.block = block;
  return ledger;
}

class HistogramLesson : public LessonFrame {
 public:
  // Reads the command line. On a mistake: the usage and one line on stderr, exit status 2.
  HistogramLesson(std::string name, int argc, char** argv);  // in lesson.h, with its probes
  HistogramLesson(std::string name, int argc, char** argv, Probes probes);

  // Each of these names a variant and the lambda that launches it. A name may contain {type} and
  // {vector}, which become i32 and i32x4, u16 and u16x8, u8 and u8x16. A launch is called with a
  // HistogramProblem of any of the types above.

  // The kernel that all speedups are measured against. `column` heads the speedups' column.
  template <typename LaunchStep>
  void baseline(const std::string& column, const std::string& name, LedgerFormula ledger,
                LaunchStep launch) {
    heads_speedup_ = column;
    baseline_ = variants_.size();
    step(name, std::move(ledger), launch);
  }
  // The last step of the chapter before, for a second column of speedups.
  template <typename LaunchStep>
  void previous(const std::string& column, const std::string& name, LedgerFormula ledger,
                LaunchStep launch) {
    heads_previous_ = column;
    previous_ = variants_.size();
    step(name, std::move(ledger), launch);
  }
  // A variant, with the formula that predicts its ledger; nullptr where there is none.
  template <typename LaunchStep>
  void step(const std::string& name, LedgerFormula ledger, LaunchStep launch) {
    const auto on_any = [launch](const AnyHistogramProblem& any) {
      std::visit([&launch](const auto& problem) { launch(problem); }, any);
    };
    variants_.push_back({name, on_any, std::move(ledger), false, false, false});
  }
  // A loop on the CPU: the problem's pointers are host memory.
  template <typename LaunchStep>
  void host_step(const std::string& name, LaunchStep launch) {
    step(name, nullptr, launch);
    variants_.back().on_host = true;
  }
  // A step that is wrong on purpose: lost updates are reported, get no time, and are no failure.
  template <typename LaunchStep>
  void racy_step(const std::string& name, LaunchStep launch) {
    step(name, nullptr, launch);
    variants_.back().loses_updates = true;
  }
  // A step that is right only while every sample is valid. With invalid samples its wrong result is
  // reported, gets no time, and is no failure.
  template <typename LaunchStep>
  void valid_only_step(const std::string& name, LedgerFormula ledger, LaunchStep launch) {
    step(name, std::move(ledger), launch);
    variants_.back().valid_only = true;
  }

 private:
  std::vector<std::string> variant_names() const override;
  bool chooses_problem(const Options& options) const override;
  void refuse_input(const Options& options) const override;
  void require_space(const Options& options, const Device& device) const override;
  bool run_scene(const Bench& bench, const Scene& scene, const Options& options) override;
  CheckResult run_check(const Device& device) override;

  std::string heads_speedup_ = "speedup", heads_previous_;
  std::vector<HistogramVariant> variants_;
  std::optional<std::size_t> baseline_, previous_;
};

}  // namespace course
