// What both kinds of lesson share: command line, device, scenes, exit status.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/harness/device/device.h"
#include "common/harness/model/rates.h"
#include "common/harness/report/csv_file.h"
#include "common/harness/report/report.h"
#include "common/harness/run/check_tally.h"
#include "common/harness/run/options.h"
#include "common/harness/trial/timing.h"

namespace course {

// One problem that a lesson runs all its variants on.
struct Scene {
  std::string title;  // printed above the table
  std::string
      suffix;  // added to the variants' names; empty where n, bins and so on tell the rows apart
  // Changes the options for this scene; empty: none.
  std::function<void(Options&, const Device&)> adjust;
};

// What is measured or opened once per run and serves all scenes.
struct Bench {
  Device device;
  CacheFlush flush;
  Rates rates;  // measured here, or on the CPU backend recorded on a GPU
  TimingPlan plan;
  const CsvFile* csv;  // nullptr: none
};

class LessonFrame {
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
  LessonFrame(LessonKind kind, std::string name, int argc, char** argv, Probes probes);
  virtual ~LessonFrame() = default;

  virtual std::vector<std::string> variant_names() const = 0;
  virtual bool chooses_problem(const Options& options) const = 0;
  // Refusals that need no device and must not wait for one. Throws UsageError.
  virtual void refuse_input(const Options&) const {}
  // Throws UsageError when the problem of these options does not fit, before anything is measured.
  virtual void require_space(const Options& options, const Device& device) const = 0;
  // Returns false when a variant failed. `options` are the scene's.
  virtual bool run_scene(const Bench& bench, const Scene& scene, const Options& options) = 0;
  virtual CheckResult run_check(const Device& device) = 0;

  const std::string& name() const { return name_; }
  const Options& options() const { return options_; }
  bool is_chosen(const std::string& variant) const {
    return options_.variant.empty() || options_.variant == variant;
  }

 private:
  int run_scenes(const Device& device);
  int run_or_throw();

  Rates rates_for(const Device& device, const CacheFlush& flush) const;

  std::string name_;
  Options options_;
  Probes probes_;
  std::vector<std::string> notes_;
  std::vector<Scene> scenes_, sweep_;
};

// "cold" or "hot", with "_fits_l2" when `bytes` fit into the device's L2 cache: then the rate is
// not that of memory.
std::string cache_regime(const Device& device, bool hot, std::size_t bytes);

// Throws UsageError, saying need and have, unless this much is free on the device and the host has
// that much memory at all. `options` are those by which a user can ask for less.
void require_memory(std::size_t device_bytes, std::size_t host_bytes, const std::string& options);

}  // namespace course
