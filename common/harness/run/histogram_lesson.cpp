#include "common/harness/run/histogram_lesson.h"

#include <algorithm>
#include <cstdio>

#include "common/harness/problem/histogram_data.h"
#include "common/harness/report/bars.h"
#include "common/harness/report/format.h"
#include "common/harness/report/lines.h"
#include "common/harness/run/histogram_check.h"

namespace course {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

std::string type_label(const HistogramSpec& spec) {
  return spec.letters ? "letters" : name_of(spec.type);
}

SampleType sample_type_of(const Options& options) {
  return options.type.value_or(options.input.empty() ? SampleType::int32 : SampleType::uint8);
}

// The problem that the command line, or a scene, asks for.
HistogramSpec spec_of(const Options& options, const Device& device) {
  HistogramSpec spec;
  spec.seed = options.seed;
  spec.letters = options.letters;
  spec.type = sample_type_of(options);
  if (!options.input.empty()) {
    spec.file = read_file(options.input, std::max<std::size_t>(1, options.n.value_or(kMaxSamples)));
    spec.workload.kind = Workload::Kind::file;
  } else if (options.workload) {
    spec.workload = *options.workload;
  }
  spec.bins = options.letters ? kLetterBins : options.bins.value_or(256);
  if (options.n) {
    spec.n = *options.n;
  } else if (!spec.file.empty()) {
    spec.n = spec.file.size();
  } else if (!backend_has_gpu_times()) {
    spec.n = std::size_t{1} << 20;
  } else {  // 1 GiB of int32, less on a small device; a power of two
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    spec.n = std::size_t{1} << 28;
    while (spec.n * size_of(spec.type) > free / 4 && spec.n > device.l2_bytes) spec.n /= 2;
  }
  return spec;
}

void print_heading(const Scene& scene, const Row& row, const HistogramSpec& spec,
                   const Histogram& reference) {
  std::printf("\n");
  if (!scene.title.empty()) std::printf("%s\n", scene.title.c_str());
  std::printf("%s %s samples, %s bins, workload %s, cache %s\n", grouped(spec.n).c_str(),
              spec.letters ? "uint8" : row.type.c_str(), grouped(spec.bins).c_str(),
              row.workload.c_str(), row.cache.c_str());
  if (reference.invalid > 0) {
    std::printf("%s samples are %s and are not counted\n", grouped(reference.invalid).c_str(),
                spec.letters ? "not letters" : "outside the bins");
  }
}

}  // namespace

HistogramLesson::HistogramLesson(std::string name, int argc, char** argv, Probes probes)
    : LessonFrame(LessonKind::histogram, std::move(name), argc, argv, probes) {}

std::vector<std::string> HistogramLesson::variant_names() const {
  const SampleType type = sample_type_of(options());
  const char* const scalar = type == SampleType::int32    ? "i32"
                             : type == SampleType::uint16 ? "u16"
                                                          : "u8";
  std::vector<std::string> names;
  for (const auto& variant : variants_) {
    const std::string vector = std::string(scalar) + "x" + std::to_string(16 / size_of(type));
    names.push_back(replaced(replaced(variant.name, "{type}", scalar), "{vector}", vector));
  }
  return names;
}

bool HistogramLesson::chooses_problem(const Options& options) const {
  return options.n || options.bins || options.bins_from_data || options.workload || options.block ||
         options.type || !options.input.empty();
}

void HistogramLesson::refuse_input(const Options& options) const {
  if (!options.input.empty()) read_file(options.input, 1);
  require_countable(options.n.value_or(0));
}

void HistogramLesson::require_space(const Options& options, const Device& device) const {
  const HistogramSpec spec = spec_of(options, device);
  const std::size_t samples = spec.n * size_of(spec.type), counts = spec.bins * sizeof(Count);
  require_memory(samples + counts, samples + 4 * counts, "--n or --bins");
}

CheckResult HistogramLesson::run_check(const Device& device) {
  const std::vector<std::string> names = variant_names();
  CheckResult result;
  for (std::size_t v = 0; v < variants_.size(); ++v) {
    if (!is_chosen(names[v])) continue;
    HistogramVariant named = variants_[v];
    named.name = names[v];
    const CheckTally tally = check_histogram(device, named);
    tally.print(named.loses_updates ? " (may lose updates, nothing else)"
                : named.valid_only  ? " (right only while all samples are valid)"
                                    : "");
    result.add(tally);
  }
  return result;
}

bool HistogramLesson::run_scene(const Bench& bench, const Scene& scene, const Options& options) {
  HistogramSpec spec = spec_of(options, bench.device);
  if (options.bins_from_data) spec.bins = bins_from_data(spec);
  const std::unique_ptr<HistogramData> data = make_histogram_data(spec);
  const Launch launch{options.block, options.coarsening, options.blocks_per_processor};
  const HistogramFacts facts = facts_of(*data, spec, launch, bench.device);
  HistogramWork work;  // what the model needs, and is the same for all variants
  work.n = spec.n;
  work.sample_bytes = size_of(spec.type);
  work.letters = spec.letters;
  work.bins = spec.bins;
  if (!bench.rates.empty()) {
    work.crowded = data->crowded(resident_threads(bench.device));
    work.bank_conflict = data->bank_conflict();
  }

  Row row;
  row.lesson = name();
  row.type = type_label(spec);
  row.workload = name_of(spec.workload);
  row.n = spec.n;
  row.bins = spec.bins;
  row.bytes = spec.n * size_of(spec.type);
  row.cache = cache_regime(bench.device, options.hot, row.bytes);
  print_heading(scene, row, spec, data->reference());

  std::fflush(stdout);  // messages of the backend on stderr come after the heading
  const std::vector<std::string> names = variant_names();
  std::vector<Row> rows;
  std::optional<double> baseline_ms, previous_ms;
  std::optional<std::size_t> baseline_row;
  bool passed = true;
  for (std::size_t v = 0; v < variants_.size(); ++v) {
    if (!is_chosen(names[v])) continue;
    const HistogramVariant& variant = variants_[v];
    Workspace workspace;
    const AnyHistogramProblem problem =
        data->problem(bench.device, workspace, launch, variant.on_host);
    const Trial trial = trial_of(variant, problem, *data, workspace);
    row.outcome = run_trial(trial, backend_has_gpu_times() ? &bench.plan : nullptr, &bench.flush);
    if (row.outcome.left_damage()) data->repair();
    row.variant = names[v] + scene.suffix;
    row.workspace_bytes = workspace.bytes();
    row.ceiling_gb_per_s = variant.on_host ? std::nullopt : bench.rates.at(probe::kRead);
    row.ledger.reset();
    if (row.outcome.counted) row.ledger = row.outcome.counted->ledger;
    row.prediction.reset();
    if (variant.ledger && row.outcome.status == Status::ok) {
      const Ledger predicted = variant.ledger(facts);
      if (row.ledger) row.outcome.note = disagreement(predicted, *row.ledger);
      if (!row.outcome.note.empty()) row.outcome.status = Status::failed;
      if (!row.ledger) row.ledger = predicted;
      work.ledger = predicted;
      row.prediction = predict(work, bench.rates);
    }
    passed = passed && row.outcome.status != Status::failed;
    if (v == baseline_) baseline_row = rows.size();
    if (row.outcome.time && v == baseline_) baseline_ms = row.outcome.time->median;
    if (row.outcome.time && v == previous_) previous_ms = row.outcome.time->median;
    rows.push_back(row);
    if (row.outcome.device_lost) break;
  }
  for (Row& done : rows) {
    done.baseline = baseline_row;
    if (!done.outcome.time) continue;
    const double ms = done.outcome.time->median;
    if (baseline_ms) done.speedup = *baseline_ms / ms;
    if (previous_ms) done.speedup_before = *previous_ms / ms;
  }
  print_table({"% of read", heads_speedup_, heads_previous_, true}, rows);
  if (options.lines) print_lines(rows);
  print_explanations(rows, bench.rates.device() + ", from the work counted here");
  if (bench.csv != nullptr) {
    for (const Row& done : rows) bench.csv->append(done);
  }
  if (!rows.empty() && rows.back().outcome.device_lost) {
    throw std::runtime_error("the device is lost after this error; nothing more was run");
  }
  if (options.show) print_bars(data->reference(), spec.letters, spec.type == SampleType::uint8);
  return passed;
}

}  // namespace course
