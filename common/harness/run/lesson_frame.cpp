#include "common/harness/run/lesson_frame.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/harness/report/format.h"

namespace course {
namespace {

constexpr int kExitFailed = 1, kExitUsage = 2, kExitNoDevice = 77;

}  // namespace

LessonFrame::LessonFrame(LessonKind kind, std::string name, int argc, char** argv, Probes probes)
    : name_(std::move(name)), probes_(probes) {
  try {
    bool help = false;
    options_ = parse_options(kind, argc, argv, &help);
    if (!help) return;
    const bool written = std::fputs(usage(kind, name_).c_str(), stdout) >= 0;
    std::exit(written && std::fflush(stdout) == 0 ? EXIT_SUCCESS : kExitFailed);
  } catch (const UsageError& mistake) {  // last, so that the usage does not scroll it away
    std::fprintf(stderr, "%s\n%s: %s\n", usage(kind, name_).c_str(), name_.c_str(), mistake.what());
    std::exit(kExitUsage);
  }
}

int LessonFrame::run() {
  try {
    const int status = run_or_throw();
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      throw std::runtime_error("the output could not be written");
    }
    return status;
  } catch (const UsageError& mistake) {
    std::fprintf(stderr, "%s: %s\n", name_.c_str(), mistake.what());
    return kExitUsage;
  } catch (const NotApplicable& reason) {
    std::fprintf(stderr, "%s: %s\n", name_.c_str(), reason.what());
    return kExitUsage;
  } catch (const HostTooSmall& lack) {
    std::fprintf(stderr, "%s: not enough of the host for this run: %s\n", name_.c_str(),
                 lack.what());
    return kExitUsage;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: the host has too little memory for this size\n", name_.c_str());
    return kExitUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name_.c_str(), error.what());
    return kExitFailed;
  }
}

int LessonFrame::run_or_throw() {
  const std::vector<std::string> names = variant_names();
  if (options_.list) {
    for (const std::string& name : names) std::printf("%s\n", name.c_str());
    return EXIT_SUCCESS;
  }
  if (!options_.variant.empty() &&
      std::find(names.begin(), names.end(), options_.variant) == names.end()) {
    throw UsageError("--variant " + options_.variant + ": there is none of this name; see --list");
  }
  if (options_.sweep && sweep_.empty()) throw UsageError("--sweep: this lesson has none");
  refuse_input(options_);
  if (!options_.csv.empty()) CsvFile::refuse_foreign(options_.csv);
  Device device;
  try {
    device = open_device(options_.device);
  } catch (const CudaError& error) {
    if (error.code() == cudaErrorInvalidDevice) throw UsageError(error.what());
    std::fprintf(stderr, "%s: no usable CUDA device: %s\n", name_.c_str(), error.what());
    return kExitNoDevice;
  }
  std::printf("%s on %s\n", name_.c_str(), describe(device).c_str());
  for (const std::string& note : notes_) std::printf("%s\n", note.c_str());
  if (options_.check) {
    const CheckResult result = run_check(device);
    std::printf("%s --check: %s\n", name_.c_str(),
                result.wrong > 0      ? "FAILED"
                : result.verified > 0 ? "all verified"
                                      : "no case applies here, nothing was verified");
    return result.wrong == 0 ? EXIT_SUCCESS : kExitFailed;
  }
  return run_scenes(device);
}

// On a GPU the rates are measured here and now. The CPU backend reads those that were recorded on
// one, by default the file that the build names; without any it predicts nothing.
Rates LessonFrame::rates_for(const Device& device, const CacheFlush& flush) const {
  if (!backend_has_gpu_times()) {
    if (!options_.rates.empty()) return Rates::load(options_.rates);
    const std::string recorded = backend_recorded_rates();
    return std::ifstream(recorded) ? Rates::load(recorded) : Rates();
  }
  Rates rates;
  measure_ceilings(probes_, device, flush, &rates);
  // A single variant is usually run under a profiler, which should not have to walk through probes.
  if (options_.variant.empty() || !options_.rates.empty()) {
    measure_rates(probes_, device, flush, &rates);
  }
  if (!options_.rates.empty()) rates.save(options_.rates, device);
  const auto text = [](const std::optional<double>& rate) {
    return rate ? significant(*rate) + " GB/s" : std::string("n/a");
  };
  std::printf("measured here: read %s, copy %s; datasheet %s\n",
              text(rates.at(probe::kRead)).c_str(), text(rates.at(probe::kCopy)).c_str(),
              text(device.datasheet_gb_per_s).c_str());
  return rates;
}

int LessonFrame::run_scenes(const Device& device) {
  require_space(options_, device);
  const std::unique_ptr<CsvFile> csv(options_.csv.empty() ? nullptr
                                                          : new CsvFile(options_.csv, device));
  Bench bench{device, CacheFlush(device), {}, {}, csv.get()};
  bench.rates = rates_for(device, bench.flush);
  if (!backend_has_gpu_times()) {
    std::printf("no GPU: results are verified and work is counted; nothing is timed%s\n",
                options_.hot || options_.warmup || options_.iterations
                    ? ", so --hot, --warmup and --iters change nothing"
                    : "");
  }

  std::vector<Scene> scenes;
  if (options_.sweep) {
    scenes = sweep_;
  } else {
    scenes.push_back({});
    if (!chooses_problem(options_)) scenes.insert(scenes.end(), scenes_.begin(), scenes_.end());
  }
  bool passed = true;
  for (const Scene& scene : scenes) {
    Options options = options_;
    if (scene.adjust) scene.adjust(options, device);
    bench.plan.cold = !options.hot;
    if (options.warmup) bench.plan.warmup = *options.warmup;
    bench.plan.iterations = options.iterations;
    passed = run_scene(bench, scene, options) && passed;
  }
  return passed ? EXIT_SUCCESS : kExitFailed;
}

std::string cache_regime(const Device& device, bool hot, std::size_t bytes) {
  std::string regime = hot ? "hot" : "cold";
  if (device.l2_bytes > 0 && bytes <= device.l2_bytes) regime += "_fits_l2";
  return regime;
}

void require_memory(std::size_t device_bytes, std::size_t host_bytes, const std::string& options) {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  if (device_bytes > free) {
    throw UsageError("needs " + binary_bytes(device_bytes) + " of device memory, " +
                     binary_bytes(free) + " are free; choose smaller " + options);
  }
  const std::size_t host = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t all = host_bytes + (backend_has_gpu_times() ? 0 : device_bytes);
  if (all > host / 10 * 9) {
    throw UsageError("needs " + binary_bytes(all) + " of the host's memory, which has " +
                     binary_bytes(host) + "; choose smaller " + options);
  }
}

}  // namespace course
