#include "common/harness/run/histogram_lesson.h"

#include <algorithm>

#include "common/harness/device/backend.h"
#include "common/harness/device/space.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/report/bars.h"
#include "common/harness/run/histogram_cases.h"
#include "common/row/format.h"

namespace course {
namespace {

// Without a GPU: beyond 2^20 and no multiple of anything, so that what is right only there shows.
constexpr std::size_t kSamplesOnCpu = 1100003;
constexpr std::size_t kBytesOnGpu = std::size_t{1} << 30;
constexpr std::size_t kTextOnGpu = 100000000;

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
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
  } else if (!options.as_on_gpu) {
    spec.n = kSamplesOnCpu;
  } else {
    spec.n = kBytesOnGpu / size_of(spec.type);
    std::size_t free = 0, total = 0;  // less on a small device; a power of two
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    while (backend_has_gpu_times() && spec.n * size_of(spec.type) > free / 4 &&
           spec.n > device.l2_bytes) {
      spec.n /= 2;
    }
  }
  // Without a GPU a text is predicted for a size at which the launch is not all of the time.
  if (options.as_on_gpu && !backend_has_gpu_times() && !options.n && !spec.file.empty()) {
    spec.n = std::max(spec.n, kTextOnGpu);
  }
  return spec;
}

}  // namespace

void HistogramLesson::also_run_as_many_bins_as_samples() {
  also_run({"as many bins as samples", "", [](Options& options, const Device&) {
              options.n = std::size_t{1} << (options.as_on_gpu ? 26 : 18);
              options.bins = options.n;
            }});
}

void HistogramLesson::also_run_with_invalid_samples() {
  also_run({"invalid samples scattered anywhere", "", [](Options& options, const Device&) {
              options.workload = Workload{Workload::Kind::edges};
            }});
}

void HistogramLesson::also_run_with_bytes() {
  also_run({"one byte a sample", "",
            [](Options& options, const Device&) { options.type = SampleType::uint8; }});
}

void HistogramLesson::sweep(const std::string& title, const std::string& suffix,
                            std::optional<unsigned> Options::*option,
                            const std::vector<unsigned>& values) {
  for (const unsigned value : values) {
    sweep({std::to_string(value) + " " + title, suffix + std::to_string(value),
           [option, value](Options& options, const Device&) { options.*option = value; }});
  }
}

std::string HistogramLesson::name_of(const Variant& variant) const {
  const SampleType type = sample_type_of(options());
  const std::string scalar = type == SampleType::int32    ? "i32"
                             : type == SampleType::uint16 ? "u16"
                                                          : "u8";
  const std::string vector = scalar + "x" + std::to_string(16 / size_of(type));
  return replaced(replaced(variant.name, "{type}", scalar), "{vector}", vector);
}

bool HistogramLesson::asks_for_a_problem(const Options& options) const {
  return options.n || options.bins || options.bins_from_data || options.workload || options.block ||
         options.type || !options.input.empty();
}

void HistogramLesson::refuse_input(const Options& options) const {
  if (options.best && best_ == nullptr) throw UsageError("--best: this lesson has none");
  if (!options.input.empty()) read_file(options.input, 1);
  require_countable(options.n.value_or(0));
}

void HistogramLesson::require_space(const Options& options, const Device& device) const {
  const HistogramSpec spec = spec_of(options, device);
  const std::size_t samples = spec.n * size_of(spec.type), counts = spec.bins * sizeof(Count);
  require_memory(samples + counts, samples + 4 * counts, "--n or --bins");
}

Choice HistogramLesson::best(const Options& options, const Device& device) const {
  HistogramSpec spec = spec_of(options, device);
  if (options.bins_from_data) spec.bins = bins_from_data(spec);
  return best_(spec.type, spec.n, spec.bins, device.shared_memory_opt_in / sizeof(Count));
}

std::unique_ptr<Data> HistogramLesson::make_data(const Options& options, const Device& device,
                                                 int) const {
  HistogramSpec spec = spec_of(options, device);
  if (options.bins_from_data) spec.bins = bins_from_data(spec);
  spec.kernels = data_kernels();
  return make_histogram_data(spec);
}

std::unique_ptr<Preview> HistogramLesson::make_preview(const Options& options, const Device& device,
                                                       int) const {
  HistogramSpec spec = spec_of(options, device);
  if (options.bins_from_data) {  // of the samples that are made here
    Options here = options;
    here.as_on_gpu = backend_has_gpu_times();
    spec.bins = bins_from_data(spec_of(here, device));
  }
  return preview_histogram(spec);
}

std::vector<CheckCase> HistogramLesson::check_cases(const Device& device) const {
  std::vector<CheckCase> cases;
  const auto add = [&](const HistogramCase& c) {
    HistogramSpec spec = c.spec;
    spec.kernels = data_kernels();
    const auto make_data = [spec](int) { return make_histogram_data(spec); };
    cases.push_back({describe(c), c.asked, c.one_multiprocessor, make_data, demand_of(c), c.once});
  };
  for (const HistogramCase& c : histogram_cases(device)) add(c);
  for (const HistogramCase& c : large_histogram_cases()) add(c);
  return cases;
}

std::string HistogramLesson::heading(const Options& options, const Data& data,
                                     const std::string& cache) const {
  const DataLabel label = data.label();
  const std::uint64_t invalid = dynamic_cast<const HistogramData&>(data).reference().invalid;
  std::string text = grouped(label.n) + " " + (options.letters ? "uint8" : label.type) +
                     " samples, " + grouped(*label.bins) + " bins, workload " + label.workload +
                     ", cache " + cache;
  if (invalid > 0) {
    text += '\n';
    text += grouped(invalid) + " samples are " +
            (options.letters ? "not letters" : "outside the bins") + " and are not counted";
  }
  return text;
}

void HistogramLesson::print_result(const Options& options, const Data& data) const {
  if (!options.show) return;
  print_bars(dynamic_cast<const HistogramData&>(data).reference(), options.letters,
             sample_type_of(options) == SampleType::uint8);
}

}  // namespace course
