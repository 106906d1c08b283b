// The data of one problem: what a launch works on, and what tells whether it was right.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "common/harness/device/buffer.h"
#include "common/harness/model/model.h"
#include "common/harness/problem/elementwise_problem.h"
#include "common/harness/problem/histogram_problem.h"
#include "common/harness/trial/verification.h"

namespace course {

// Everything that a kernel of this course is compiled for: adds of two types, and histograms of
// four combinations of sample type and bin rule.
using AnyProblem = std::variant<
    ElementwiseProblem<float>, ElementwiseProblem<__half>,
    HistogramProblem<std::int32_t, SampleIsBin>, HistogramProblem<std::uint16_t, SampleIsBin>,
    HistogramProblem<std::uint8_t, SampleIsBin>, HistogramProblem<std::uint8_t, LettersByFour>>;

// What a result row says of the problem.
struct DataLabel {
  std::string type;      // "int32", "float16", "letters"
  std::string workload;  // empty for adds
  std::size_t n = 0;
  std::optional<std::size_t> bins;  // empty for adds
  std::size_t bytes = 0;  // that any solution must move: each input once, each result once
};

// A problem of which nothing is made but what follows from its description: what a device would be
// given, for a launch that is not run.
class Preview {
 public:
  virtual ~Preview() = default;

  // All pointers to elements are null. The result refers to this, the device and the workspace.
  virtual AnyProblem problem(const Device& device, Workspace& workspace,
                             const LaunchOptions& asked) const = 0;
  virtual DataLabel label() const = 0;
  // The time that this work takes on a device of these rates; see model.h.
  virtual std::optional<Prediction> predict(const Work& work, const Device& device,
                                            const Rates& rates) const = 0;
};

class Data {
 public:
  virtual ~Data() = default;

  // What a launch gets, in device memory, or in host memory for a loop on the CPU. The result
  // refers to this, the device and the workspace.
  virtual AnyProblem problem(const Device& device, Workspace& workspace, const LaunchOptions& asked,
                             bool on_host) = 0;
  virtual void clear(bool on_host) = 0;      // the result is ready for a launch
  virtual Verdict verify(bool on_host) = 0;  // the result, and that nothing around it changed
  // true: one element of the input becomes another, each time a different one, here and in what is
  // expected; false: back.
  virtual void change_input(bool changed) = 0;
  // Whether launches are told which queues form, where finding out takes a walk through the inputs.
  virtual void tell_queues(bool) {}
  // Writes the inputs, and what is watched around all arrays, again.
  virtual void repair() = 0;

  virtual DataLabel label() const = 0;
  // Which end of its arrays is guarded, and of a variant's workspace with them.
  virtual GuardedEnd guarded_end() const { return GuardedEnd::behind; }
  virtual bool has_invalid() const { return false; }  // samples that fall into no bin
  // The time that this work takes on a device of these rates; see model.h.
  virtual std::optional<Prediction> predict(const Work& work, const Device& device,
                                            const Rates& rates) const = 0;
};

}  // namespace course
