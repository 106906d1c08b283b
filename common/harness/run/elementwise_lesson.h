// A lesson that adds two arrays, chapters 01 and 02: its program names the variants.
#pragma once

#include <type_traits>

#include "common/harness/run/lesson.h"

namespace course {

class ElementwiseLesson : public Lesson {
 public:
  // Reads the command line. On a mistake: the usage and one line on stderr, exit status 2.
  ElementwiseLesson(std::string name, int argc, char** argv);  // defined in common/lesson.h
  ElementwiseLesson(std::string name, int argc, char** argv, LessonKernels kernels)
      : Lesson(LessonKind::elementwise, std::move(name), argc, argv, kernels) {}

  // Names a variant for elements of type T, float or __half, and its launch: a function of an
  // ElementwiseProblem<T> that returns the Work it did. The first step of each type is what the
  // speedups of that type are measured against.
  template <typename T, typename Launch>
  void step(const std::string& name, Launch launch) {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, __half>, "float or __half");
    constexpr int kElementType = std::is_same_v<T, float> ? 0 : 1;
    const bool is_first = !std::exchange(has_step_[kElementType], true);
    Variant variant;
    variant.name = name;
    variant.element_type = kElementType;
    variant.launch = [launch](const AnyProblem& any) -> std::optional<Work> {
      return launch(std::get<ElementwiseProblem<T>>(any));
    };
    add(std::move(variant), is_first ? Role::baseline : Role::step);
  }

  // A scene of arrays that fit into the L2 cache and are left there.
  void also_run_in_cache();
  // --sweep over matrices of each of these numbers of rows and columns.
  void sweep_sizes(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns);

 private:
  std::unique_ptr<Data> make_data(const Options& options, const Device& device,
                                  int element_type) const override;
  std::unique_ptr<Preview> make_preview(const Options& options, const Device& device,
                                        int element_type) const override;
  std::vector<CheckCase> check_cases(const Device& device) const override;
  bool asks_for_a_problem(const Options& options) const override;
  void require_space(const Options& options, const Device& device) const override;
  std::string heading(const Options& options, const Data& data,
                      const std::string& cache) const override;
  TableHeads table_heads() const override { return {"% of copy", "speedup", "", false}; }
  const char* ceiling_probe() const override { return probe::kCopy; }

  bool has_step_[2] = {false, false};
};

}  // namespace course
