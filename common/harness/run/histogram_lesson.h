// A lesson that counts samples into bins, chapters 03 to 07: its program names the variants.
#pragma once

#include <type_traits>

#include "common/harness/run/lesson.h"

namespace course {

class HistogramLesson : public Lesson {
 public:
  // Reads the command line. On a mistake: the usage and one line on stderr, exit status 2.
  HistogramLesson(std::string name, int argc, char** argv);  // defined in common/lesson.h
  HistogramLesson(std::string name, int argc, char** argv, LessonKernels kernels)
      : Lesson(LessonKind::histogram, std::move(name), argc, argv, kernels) {}

  // Each of these names a variant and its launch: a function of a HistogramProblem of any sample
  // type, which returns the Work it did, or nothing where it cannot tell. A name may contain {type}
  // and {vector}, which become i32 and i32x4, u16 and u16x8, u8 and u8x16.

  // The kernel that all speedups are measured against. `column` heads the speedups' column.
  template <typename Launch>
  void baseline(const std::string& column, const std::string& name, Launch launch) {
    column_of_speedup_ = column;
    add(variant_of(name, launch), Role::baseline);
  }
  // The last step of the chapter before, for a second column of speedups.
  template <typename Launch>
  void previous(const std::string& column, const std::string& name, Launch launch) {
    column_of_previous_ = column;
    add(variant_of(name, launch), Role::previous);
  }
  template <typename Launch>
  void step(const std::string& name, Launch launch) {
    add(variant_of(name, launch), Role::step);
  }
  // A loop on the CPU: the problem's pointers are host memory.
  template <typename Launch>
  void host_step(const std::string& name, Launch launch) {
    add(variant_of(name, launch), Role::step).on_host = true;
  }
  // A step that is wrong on purpose: lost updates are reported, get no time, and are no failure.
  template <typename Launch>
  void racy_step(const std::string& name, Launch launch) {
    add(variant_of(name, launch), Role::step).loses_updates = true;
  }
  // A step that is right only while every sample is valid. With invalid samples its wrong result is
  // reported, gets no time, and is no failure.
  template <typename Launch>
  void valid_only_step(const std::string& name, Launch launch) {
    add(variant_of(name, launch), Role::step).valid_only = true;
  }

  // The rule for --best. `best` gets the sample type, the numbers of samples and bins, and how many
  // counters fit into the shared memory of a block.
  void choose_by(Choice (*best)(SampleType type, std::size_t n, std::size_t bins,
                                std::size_t counters)) {
    best_ = best;
  }

  // A scene in which hardly two samples meet.
  void also_run_as_many_bins_as_samples();
  // A scene of uint8 samples.
  void also_run_with_bytes();
  // A scene with invalid samples anywhere: one in four is a limit or beyond it.
  void also_run_with_invalid_samples();

  using Lesson::sweep;
  // --sweep over values of one option: "8 samples per thread", rows named " x8".
  void sweep(const std::string& title, const std::string& suffix,
             std::optional<unsigned> Options::*option, const std::vector<unsigned>& values);

 private:
  template <typename Launch>
  static Variant variant_of(const std::string& name, Launch launch) {
    Variant variant;
    variant.name = name;
    variant.launch = [launch](const AnyProblem& any) {
      return std::visit([&](const auto& problem) { return work_of(launch, problem); }, any);
    };
    return variant;
  }
  template <typename Launch, typename Sample, typename BinOf>
  static std::optional<Work> work_of(const Launch& launch,
                                     const HistogramProblem<Sample, BinOf>& problem) {
    if constexpr (std::is_void_v<decltype(launch(problem))>) {
      launch(problem);
      return std::nullopt;
    } else {
      return launch(problem);
    }
  }
  template <typename Launch, typename T>
  static std::optional<Work> work_of(const Launch&, const ElementwiseProblem<T>&) {
    throw std::logic_error("an add in a lesson of histograms");
  }

  std::unique_ptr<Data> make_data(const Options& options, const Device& device,
                                  int element_type) const override;
  std::unique_ptr<Preview> make_preview(const Options& options, const Device& device,
                                        int element_type) const override;
  std::vector<CheckCase> check_cases(const Device& device) const override;
  bool asks_for_a_problem(const Options& options) const override;
  void refuse_input(const Options& options) const override;
  void require_space(const Options& options, const Device& device) const override;
  std::string heading(const Options& options, const Data& data,
                      const std::string& cache) const override;
  TableHeads table_heads() const override {
    return {"% of read", column_of_speedup_, column_of_previous_, true};
  }
  const char* ceiling_probe() const override { return probe::kRead; }
  void print_result(const Options& options, const Data& data) const override;
  Choice best(const Options& options, const Device& device) const override;
  std::string name_of(const Variant& variant) const override;

  Choice (*best_)(SampleType type, std::size_t n, std::size_t bins, std::size_t counters) = nullptr;
  std::string column_of_speedup_ = "speedup", column_of_previous_;
};

}  // namespace course
