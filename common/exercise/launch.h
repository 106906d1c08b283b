// The launch of an exercise, as a value: what a submission's process runs.
#pragma once

#include <functional>
#include <type_traits>
#include <variant>

#include "common/harness/problem/data.h"

namespace course {

using AnyLaunch = std::function<void(const AnyProblem&)>;

// A launch of a histogram, for samples of all types.
template <typename Launch>
AnyLaunch histogram_launch(Launch launch) {
  return [launch](const AnyProblem& any) {
    std::visit(
        [&](const auto& problem) {
          using Problem = std::decay_t<decltype(problem)>;
          if constexpr (std::is_same_v<Problem, ElementwiseProblem<float>> ||
                        std::is_same_v<Problem, ElementwiseProblem<__half>>) {
            throw std::logic_error("an add in an exercise about histograms");
          } else {
            launch(problem);
          }
        },
        any);
  };
}

// A launch of an add of float32.
template <typename Launch>
AnyLaunch add_launch(Launch launch) {
  return [launch](const AnyProblem& any) { launch(std::get<ElementwiseProblem<float>>(any)); };
}

}  // namespace course
