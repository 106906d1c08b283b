// What every lesson does: reads the command line, runs its variants on one problem after another,
// and tells what came of it. ElementwiseLesson and HistogramLesson say what the problems are.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/harness/device/device.h"
#include "common/harness/model/rates.h"
#include "common/harness/problem/data_kernels.h"
#include "common/harness/report/csv_file.h"
#include "common/harness/report/report.h"
#include "common/harness/run/best.h"
#include "common/harness/run/check_tally.h"
#include "common/harness/run/options.h"
#include "common/harness/run/variant.h"

namespace course {

// One problem that a lesson runs all its variants on.
struct Scene {
  std::string title;  // printed above the table
  // Added to the variants' names; empty where n, bins and so on tell the rows apart.
  std::string suffix;
  // Changes the options for this scene; empty: none.
  std::function<void(Options&, const Device&)> adjust;
};

// A case of --check.
struct CheckCase {
  std::string description;
  LaunchOptions asked;
  // As if the device had one multiprocessor: a grid that fills the device then has few threads, and
  // its loops run often on inputs that a full device would take in one round.
  bool one_multiprocessor = false;
  std::function<std::unique_ptr<Data>(int element_type)> make_data;
  // What every variant must take, if this case is of that kind. Beyond it a variant may have limits
  // of its own: many bins, letters, a block that it was not compiled for.
  std::string demand;
  // Slow: run once, last, and only for a variant that is right in all other cases.
  bool is_large = false;
};

// What is measured or opened once per run and serves all scenes.
struct Bench {
  Device device;
  CacheFlush flush;
  Rates rates;  // measured here, or on the CPU backend recorded on a GPU
  TimingPlan plan;
  const CsvFile* csv;  // nullptr: none
};

// Kernels that the harness runs; they come with the lesson, which goes through the CUDA compiler.
struct LessonKernels {
  MeasureRates measure_rates = nullptr;  // both nullptr on the CPU backend
  const DataKernels* data = nullptr;
};

class Lesson {
 public:
  // A further scene, run unless the command line chooses the problem itself.
  void also_run(Scene scene) { scenes_.push_back(std::move(scene)); }
  // A scene of --sweep.
  void sweep(Scene scene) { sweep_.push_back(std::move(scene)); }

  // A line printed below the device's, such as the version of a library.
  void note(std::string line) { notes_.push_back(std::move(line)); }

  // Runs what the command line asks for and returns the exit status.
  int run();

 protected:
  // Reads the command line. On a mistake: the usage and one line on stderr, exit status 2.
  Lesson(LessonKind kind, std::string name, int argc, char** argv, LessonKernels kernels);
  virtual ~Lesson() = default;

  // The data of the problem that these options, a scene's, ask for. Throws UsageError when they do
  // not fit.
  virtual std::unique_ptr<Data> make_data(const Options& options, const Device& device,
                                          int element_type) const = 0;
  virtual std::unique_ptr<Preview> make_preview(const Options& options, const Device& device,
                                                int element_type) const = 0;
  virtual std::vector<CheckCase> check_cases(const Device& device) const = 0;
  // Whether the command line asks for a problem of its own, in place of the lesson's scenes.
  virtual bool asks_for_a_problem(const Options& options) const = 0;
  // Refusals that need no device and must not wait for one. Throws UsageError.
  virtual void refuse_input(const Options&) const {}
  // Throws UsageError when the problem of these options does not fit, before anything is measured.
  virtual void require_space(const Options& options, const Device& device) const = 0;

  // What is printed around the rows of a scene.
  virtual std::string heading(const Options& options, const Data& data,
                              const std::string& cache) const = 0;
  virtual TableHeads table_heads() const = 0;
  virtual const char* ceiling_probe() const = 0;
  virtual void print_result(const Options&, const Data&) const {}

  // --best: which variant to run beside the baseline.
  virtual Choice best(const Options&, const Device&) const { return {}; }

  // The variant's name as these options want it.
  virtual std::string name_of(const Variant& variant) const { return variant.name; }

  const Options& options() const { return options_; }
  const DataKernels* data_kernels() const { return kernels_.data; }
  // Adds a variant. The speedups of an element type are over its baseline.
  enum class Role { baseline, previous, step };
  Variant& add(Variant variant, Role role);

 private:
  struct Listed {
    Variant variant;
    Role role;
  };

  int run_to_status();
  int run_or_throw();
  bool is_chosen(const Variant& variant) const {
    return options_.variant.empty() || options_.variant == name_of(variant);
  }
  int run_check(const Device& device);
  int run_scenes(const Device& device);
  // Returns false when a variant failed.
  bool run_scene(const Bench& bench, const Scene& scene);
  // The scene's options, for the size of this backend or for that of a GPU.
  Options options_for(const Scene& scene, const Device& device, bool as_on_gpu) const;
  // `preview`: of the problem that a time is predicted for, where none is measured.
  Result result_of(const Bench& bench, const Options& options, const Variant& variant, Data& data,
                   const Preview* preview) const;
  Rates rates_for(const Device& device, const CacheFlush& flush) const;

  std::string name_;
  Options options_;
  LessonKernels kernels_;
  std::vector<Listed> variants_;
  std::vector<std::string> notes_;
  std::vector<Scene> scenes_, sweep_;
};

// "cold" or "hot", with "_fits_l2" when `bytes` fit into the device's L2 cache: then the rate is
// not that of memory.
std::string cache_regime(const Device& device, bool hot, std::size_t bytes);

}  // namespace course
