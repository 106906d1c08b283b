// One variant of a lesson, and how it is run on one problem.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/harness/problem/data.h"
#include "common/harness/trial/trial.h"

namespace course {

struct Variant {
  std::string name;
  // Launches the variant's kernels. Returns the work that they do, where the launch tells.
  std::function<std::optional<Work>(const AnyProblem&)> launch;
  int element_type = 0;  // variants of one number work on the same data; see Lesson::make_data
  bool on_host = false;  // a loop on the CPU
  bool loses_updates = false;  // wrong on purpose
  bool valid_only = false;  // wrong as soon as there is an invalid sample, which is what it shows
};

// What came of a variant on one problem.
struct Run {
  Outcome outcome;
  std::optional<Work> work;  // as the launch says, and where work is counted, as it was counted
  std::size_t workspace_bytes = 0;
};

// Verifies the variant and, with a plan, times it; see run_trial. Work that is counted and is not
// what the launch says makes it fail. Afterwards the data are whole again.
// `once`: too much work to be run on a second input.
Run run_variant(const Variant& variant, Data& data, const Device& device,
                const LaunchOptions& asked, const TimingPlan* plan, const CacheFlush* flush,
                bool once = false);

// The work that the variant's launch would do, without doing it; CPU backend only. Empty where the
// launch cannot tell, or not on this problem.
std::optional<Work> work_without_running(const Variant& variant, const Preview& preview,
                                         const Device& device, const LaunchOptions& asked);

}  // namespace course
