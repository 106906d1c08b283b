// The second half of a chapter that adds two arrays: its program names the variants, this runs
// them.
#pragma once

#include <cuda_fp16.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/harness/run/lesson_frame.h"

namespace course {

// What a launch gets: c[i] = a[i] + b[i] for all i < n, all in device memory. The arrays are also a
// matrix of rows x columns = n elements, row after row.
template <typename T>
struct ElementwiseProblem {
  const T* a;
  const T* b;
  T* c;
  std::size_t n;
  std::size_t rows, columns;
  unsigned block;  // threads in a block
};

class ElementwiseLesson : public LessonFrame {
 public:
  // Reads the command line. On a mistake: the usage and one line on stderr, exit status 2.
  ElementwiseLesson(std::string name, int argc, char** argv);  // in lesson.h, with its probes
  ElementwiseLesson(std::string name, int argc, char** argv, Probes probes);

  // Names a variant for elements of type T, float or __half, and the lambda that launches it. The
  // first step of each type is what the speedups of that type are measured against.
  // `access_bytes` is how many bytes a thread moves in one access: what the model predicts from.
  template <typename T, typename Launch>
  void step(const std::string& name, unsigned access_bytes, Launch launch) {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, __half>, "float or __half");
    Variant variant;
    variant.name = name;
    variant.access_bytes = access_bytes;
    if constexpr (std::is_same_v<T, float>) {
      variant.launch_float = launch;
    } else {
      variant.launch_half = launch;
    }
    variants_.push_back(std::move(variant));
  }

 private:
  struct Variant {
    std::string name;
    unsigned access_bytes;
    std::function<void(const ElementwiseProblem<float>&)> launch_float;  // one of the two is set
    std::function<void(const ElementwiseProblem<__half>&)> launch_half;
  };

  std::vector<std::string> variant_names() const override;
  bool chooses_problem(const Options& options) const override;
  void require_space(const Options& options, const Device& device) const override;
  bool run_scene(const Bench& bench, const Scene& scene, const Options& options) override;
  CheckResult run_check(const Device& device) override;
  template <typename T>
  void run_scene_of_type(const Bench& bench, const Scene& scene, const Options& options,
                         std::vector<Result>* rows);

  std::vector<Variant> variants_;
};

}  // namespace course
