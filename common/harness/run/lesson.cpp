#include "common/harness/run/lesson.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/harness/report/lines.h"
#include "common/row/format.h"

namespace course {
namespace {

constexpr int kExitFailed = 1, kExitUsage = 2;

std::optional<double> speedup(const Result& slow, const Result& fast) {
  if (!slow.outcome.time || !fast.outcome.time) return std::nullopt;
  return slow.outcome.time->median / fast.outcome.time->median;
}

// A launch that ends the program must not end it with status 0: not all was verified.
bool is_running = false;

void refuse_early_end() {
  if (!is_running) return;
  std::fflush(stdout);
  std::fprintf(stderr, "a step ended the program: nothing after it was verified\n");
  std::_Exit(kExitFailed);
}

}  // namespace

Lesson::Lesson(LessonKind kind, std::string name, int argc, char** argv, LessonKernels kernels)
    : name_(std::move(name)), kernels_(kernels) {
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

int Lesson::run() {
  std::atexit(refuse_early_end);
  std::at_quick_exit(refuse_early_end);
  is_running = true;
  const int status = run_to_status();
  is_running = false;
  return status;
}

int Lesson::run_to_status() {
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

int Lesson::run_or_throw() {
  std::vector<std::string> names;
  for (const Listed& listed : variants_) names.push_back(name_of(listed.variant));
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
  if (options_.check) return run_check(device);
  return run_scenes(device);
}

Variant& Lesson::add(Variant variant, Role role) {
  variants_.push_back({std::move(variant), role});
  return variants_.back().variant;
}

// On a GPU the rates are measured here and now. The CPU backend reads those that were recorded on
// one, by default the file that the build names; without any it predicts nothing.
Rates Lesson::rates_for(const Device& device, const CacheFlush& flush) const {
  if (!backend_has_gpu_times()) {
    if (!options_.rates.empty()) return Rates::load(options_.rates);
    const std::string recorded = backend_recorded_rates();
    return std::ifstream(recorded) ? Rates::load(recorded) : Rates();
  }
  Rates rates;
  // A single variant is usually run under a profiler, which should not have to walk through probes.
  const Probing probing = !options_.rates.empty()    ? Probing::all
                          : options_.variant.empty() ? Probing::model
                                                     : Probing::ceilings;
  kernels_.measure_rates(device, flush, probing, &rates);
  if (!options_.rates.empty()) rates.save(options_.rates, device);
  const auto text = [](const std::optional<double>& rate) {
    return rate ? significant(*rate) + " GB/s" : std::string("n/a");
  };
  std::printf("measured here: read %s, copy %s; datasheet %s\n",
              text(rates.at(probe::kRead)).c_str(), text(rates.at(probe::kCopy)).c_str(),
              text(device.datasheet_gb_per_s).c_str());
  return rates;
}

int Lesson::run_scenes(const Device& device) {
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
    if (!asks_for_a_problem(options_)) scenes.insert(scenes.end(), scenes_.begin(), scenes_.end());
  }
  bool passed = true;
  for (const Scene& scene : scenes) {
    const Options options = options_for(scene, device, false);
    bench.plan.cold = !options.hot;
    if (options.warmup) bench.plan.warmup = *options.warmup;
    bench.plan.iterations = options.iterations;
    passed = run_scene(bench, scene) && passed;
  }
  return passed ? EXIT_SUCCESS : kExitFailed;
}

Options Lesson::options_for(const Scene& scene, const Device& device, bool as_on_gpu) const {
  Options options = options_;
  options.as_on_gpu = as_on_gpu || backend_has_gpu_times();
  if (scene.adjust) scene.adjust(options, device);
  return options;
}

Result Lesson::result_of(const Bench& bench, const Options& options, const Variant& variant,
                         Data& data, const Preview* preview) const {
  const LaunchOptions asked{options.block, options.coarsening, options.blocks_per_multiprocessor,
                            options.copies};
  const Run run = run_variant(variant, data, bench.device, asked,
                              backend_has_gpu_times() ? &bench.plan : nullptr, &bench.flush);
  Result row;
  row.lesson = name_;
  row.variant = variant.name;
  const DataLabel label = data.label();
  row.type = label.type;
  row.workload = label.workload;
  row.n = label.n;
  row.bins = label.bins;
  row.bytes = label.bytes;
  row.cache = cache_regime(bench.device, options.hot, label.bytes);
  row.outcome = run.outcome;
  row.workspace_bytes = run.workspace_bytes;
  if (!variant.on_host) row.ceiling_gb_per_s = bench.rates.at(ceiling_probe());
  if (run.outcome.counted) row.ledger = run.outcome.counted->ledger;
  if (run.work && run.outcome.status == Status::ok) {
    if (!row.ledger) row.ledger = run.work->ledger;
    row.access_bytes = run.work->manner.access_bytes;
    if (backend_has_gpu_times()) {
      row.prediction = data.predict(*run.work, bench.device, bench.rates);
      row.predicted_for = label;
    } else if (preview != nullptr) {
      const auto work = work_without_running(variant, *preview, bench.device, asked);
      if (work) row.prediction = preview->predict(*work, bench.device, bench.rates);
      row.predicted_for = preview->label();
    }
  }
  return row;
}

bool Lesson::run_scene(const Bench& bench, const Scene& scene) {
  const Options options = options_for(scene, bench.device, false);
  std::unique_ptr<Data> data;
  std::unique_ptr<Preview> preview;
  int element_type = -1;
  std::vector<Result> rows;
  const Choice choice = options.best ? best(options, bench.device) : Choice();
  std::vector<const Listed*> chosen;
  for (const Listed& listed : variants_) {
    const bool is_best = listed.role == Role::baseline || listed.variant.name == choice.variant;
    if (options.best ? is_best : is_chosen(listed.variant)) chosen.push_back(&listed);
  }
  std::stable_sort(chosen.begin(), chosen.end(), [](const Listed* a, const Listed* b) {
    return a->variant.element_type < b->variant.element_type;  // so that data are made once
  });
  for (const Listed* const listed : chosen) {
    const Variant& variant = listed->variant;
    if (element_type != variant.element_type) {
      data.reset();  // first, so that both need not fit
      data = make_data(options, bench.device, variant.element_type);
      element_type = variant.element_type;
      if (!backend_has_gpu_times() && !options.hot) {  // the rates are those of memory
        preview = make_preview(options_for(scene, bench.device, true), bench.device, element_type);
      }
      if (rows.empty()) {
        const std::string cache = cache_regime(bench.device, options.hot, data->label().bytes);
        std::printf("\n%s%s%s\n", scene.title.c_str(), scene.title.empty() ? "" : "\n",
                    heading(options, *data, cache).c_str());
        if (options.best) {
          std::printf("best: %s, because %s\n", choice.variant.c_str(), choice.reason.c_str());
        }
        std::fflush(stdout);  // messages of the backend on stderr come after the heading
      }
    }
    Variant named = variant;
    named.name = name_of(variant);
    rows.push_back(result_of(bench, options, named, *data, preview.get()));
    rows.back().variant += scene.suffix;
    if (rows.back().outcome.device_lost) break;
  }
  const bool lost = !rows.empty() && rows.back().outcome.device_lost;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t over = 0; over < rows.size(); ++over) {
      if (chosen[over]->variant.element_type != chosen[i]->variant.element_type) continue;
      if (chosen[over]->role == Role::baseline) rows[i].baseline = over;
      if (chosen[over]->role == Role::baseline) rows[i].speedup = speedup(rows[over], rows[i]);
      if (chosen[over]->role == Role::previous)
        rows[i].speedup_before = speedup(rows[over], rows[i]);
    }
  }
  print_table(table_heads(), rows);
  if (options.lines) print_lines(rows);
  print_explanations(rows, bench.rates.device());
  bool passed = true;
  for (const Result& row : rows) {
    if (bench.csv != nullptr) bench.csv->append(row);
    passed = passed && row.outcome.status != Status::failed;
  }
  if (bench.csv != nullptr && !backend_has_gpu_times()) {
    for (const Row& row : predicted_rows(rows, bench.rates)) bench.csv->append(row);
  }
  if (lost) throw std::runtime_error("the device is lost after this error; nothing more was run");
  if (data) print_result(options, *data);
  return passed;
}

std::string cache_regime(const Device& device, bool hot, std::size_t bytes) {
  std::string regime = hot ? "hot" : "cold";
  if (device.l2_bytes > 0 && bytes <= device.l2_bytes) regime += "_fits_l2";
  return regime;
}

}  // namespace course
