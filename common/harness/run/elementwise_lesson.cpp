#include "common/harness/run/elementwise_lesson.h"

#include <cstdio>
#include <utility>

#include "common/harness/device/backend.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/report/format.h"
#include "common/harness/report/lines.h"
#include "common/harness/run/check_tally.h"
#include "common/harness/trial/trial.h"

namespace course {
namespace {

// Three float32 arrays of 2^27 elements are 1.6 GB. The CPU backend gets what takes it a moment.
constexpr std::size_t kRowsOnGpu = 131072, kRowsOnCpu = 1024, kColumns = 1024;

template <typename T>
constexpr const char* kTypeName = std::is_same_v<T, float> ? "float32" : "float16";

template <typename T>
Trial trial_of(const std::string& name, ElementwiseData<T>& data,
               const ElementwiseProblem<T>& problem,
               const std::function<void(const ElementwiseProblem<T>&)>& launch) {
  Trial trial;
  trial.name = name;
  trial.clear = [&data] { data.clear(); };
  trial.launch = [&launch, &problem] { launch(problem); };
  trial.verify = [&data] { return data.verify(); };
  trial.change_input = [&data](bool changed) { data.change_input(changed); };
  trial.repeatable = true;
  return trial;
}

ElementwiseSpec spec_of(const Options& options) {
  ElementwiseSpec spec;
  spec.seed = options.seed;
  spec.rows =
      options.n ? 1 : options.rows.value_or(backend_has_gpu_times() ? kRowsOnGpu : kRowsOnCpu);
  spec.columns = options.n ? *options.n : options.columns.value_or(kColumns);
  return spec;
}

// The elements for which the model predicts times: those of this problem, or in place of the CPU
// backend's own default those that a GPU is given.
std::size_t predicted_size(const Options& options) {
  const ElementwiseSpec spec = spec_of(options);
  return options.n || options.rows ? spec.rows * spec.columns : kRowsOnGpu * kColumns;
}

struct Case {
  ElementwiseSpec spec;
  unsigned block;
};

// The matrix of --check: every tail, every pointer moved by itself, and rows that no width divides.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto add = [&](std::size_t rows, std::size_t columns) {
    constexpr unsigned kBlocks[] = {256, 1, 32, 33, 1000, 1024};
    Case c;
    c.spec.rows = rows;
    c.spec.columns = columns;
    c.spec.seed = cases.size() + 1;
    c.spec.a.tight = c.spec.b.tight = c.spec.c.tight = cases.size() % 2 == 1;
    c.block = rows * columns > 100000 ? 256 : kBlocks[cases.size() % 6];
    cases.push_back(c);
    return &cases.back().spec;
  };
  for (std::size_t n = 0; n <= 70; ++n) add(1, n);
  for (const std::size_t n : {255, 256, 257, 1023, 1024, 1025, 4099, 1000003}) add(1, n);
  add(64, 1023);
  add(8, 3);
  add(3, 4096);
  add(5, 8192);
  add(0, 7);
  add(7, 0);
  add(3, 5001);
  add(70000, 3);
  add(1, 70001);  // more blocks than fit in 16 bits
  cases.back().block = 1;
  for (std::size_t n = 100; n < 200; n += 9) add(1, n);
  for (std::size_t offset = 1; offset <= 9; ++offset) {
    add(1, 1000 + offset)->a.offset = offset;
    add(1, 1000 + offset)->b.offset = offset;
    add(1, 1000 + offset)->c.offset = offset;
    ElementwiseSpec* const all = add(7, 129);
    all->a.offset = all->b.offset = all->c.offset = offset;
    ElementwiseSpec* const a_and_b = add(1, 999);
    a_and_b->a.offset = a_and_b->b.offset = offset;
    ElementwiseSpec* const a_and_c = add(1, 1001);
    a_and_c->a.offset = a_and_c->c.offset = offset;
    ElementwiseSpec* const different = add(1, 1003);
    different->a.offset = offset;
    different->b.offset = offset + 1;
    different->c.offset = offset + 2;
  }
  return cases;
}

std::string describe(const Case& c) {
  const auto text = [](std::size_t number) { return std::to_string(number); };
  const ElementwiseSpec& spec = c.spec;
  return text(spec.rows) + " x " + text(spec.columns) + ", block " + text(c.block) + ", offsets " +
         text(spec.a.offset) + " " + text(spec.b.offset) + " " + text(spec.c.offset) +
         (spec.a.tight ? ", nothing behind" : "");
}

template <typename T>
CheckTally check_add(const std::string& name,
                     const std::function<void(const ElementwiseProblem<T>&)>& launch) {
  CheckTally tally(name);
  for (const Case& c : all_cases()) {
    ElementwiseData<T> data(c.spec);
    const ElementwiseProblem<T> problem = data.problem(c.block);
    const Outcome outcome = run_trial(trial_of<T>(name, data, problem, launch), nullptr, nullptr);
    tally.add(describe(c), outcome, outcome.note);
  }
  return tally;
}

}  // namespace

ElementwiseLesson::ElementwiseLesson(std::string name, int argc, char** argv, Probes probes)
    : LessonFrame(LessonKind::elementwise, std::move(name), argc, argv, probes) {}

std::vector<std::string> ElementwiseLesson::variant_names() const {
  std::vector<std::string> names;
  for (const Variant& variant : variants_) names.push_back(variant.name);
  return names;
}

bool ElementwiseLesson::chooses_problem(const Options& options) const {
  return options.n || options.rows || options.block || options.hot;
}

void ElementwiseLesson::require_space(const Options& options, const Device&) const {
  const ElementwiseSpec spec = spec_of(options);
  require_memory(3 * spec.rows * spec.columns * sizeof(float), 0, "--n, or --rows and --cols");
}

CheckResult ElementwiseLesson::run_check(const Device&) {
  CheckResult result;
  for (const Variant& variant : variants_) {
    if (!is_chosen(variant.name)) continue;
    const CheckTally tally = variant.launch_float
                                 ? check_add<float>(variant.name, variant.launch_float)
                                 : check_add<__half>(variant.name, variant.launch_half);
    tally.print();
    result.add(tally);
  }
  return result;
}

template <typename T>
void ElementwiseLesson::run_scene_of_type(const Bench& bench, const Scene& scene,
                                          const Options& options, std::vector<Row>* rows) {
  std::unique_ptr<ElementwiseData<T>> data;  // made when the first variant of this type is chosen
  std::optional<std::size_t> start;          // row of the first step of this type
  bool is_first = true;
  // The probes read memory; they say nothing of data that stays in L2.
  const std::size_t predicted_bytes = 3 * predicted_size(options) * sizeof(T);
  const bool is_predicted =
      static_cast<double>(predicted_bytes) > bench.rates.at(probe::kL2Bytes).value_or(0);
  for (const Variant& variant : variants_) {
    const std::function<void(const ElementwiseProblem<T>&)>* launch = nullptr;
    if constexpr (std::is_same_v<T, float>) launch = &variant.launch_float;
    if constexpr (std::is_same_v<T, __half>) launch = &variant.launch_half;
    if (!*launch) continue;
    const bool is_start = std::exchange(is_first, false);
    if (!is_chosen(variant.name)) continue;
    if (!data) data = std::make_unique<ElementwiseData<T>>(spec_of(options));
    const ElementwiseProblem<T> problem = data->problem(options.block.value_or(256));
    const Trial trial = trial_of<T>(variant.name, *data, problem, *launch);

    Row row;
    row.lesson = name();
    row.variant = variant.name + scene.suffix;
    row.type = kTypeName<T>;
    row.n = problem.n;
    row.bytes = 3 * problem.n * sizeof(T);  // two reads and one write
    row.cache = cache_regime(bench.device, options.hot, row.bytes);
    row.ceiling_gb_per_s = bench.rates.at(probe::kCopy);
    row.outcome = run_trial(trial, backend_has_gpu_times() ? &bench.plan : nullptr, &bench.flush);
    if (row.outcome.left_damage()) data->repair();
    if (is_predicted) {
      row.prediction = predict_add(predicted_bytes, variant.access_bytes, bench.rates);
    }
    row.ledger = Ledger();  // an add needs no atomics
    if (row.outcome.counted) row.ledger = row.outcome.counted->ledger;
    row.access_bytes = variant.access_bytes;
    rows->push_back(row);
    if (is_start) start = rows->size() - 1;
    Row& done = rows->back();
    done.baseline = start;
    if (start && done.outcome.time && (*rows)[*start].outcome.time) {
      done.speedup = (*rows)[*start].outcome.time->median / done.outcome.time->median;
    }
    if (row.outcome.device_lost) return;
  }
}

bool ElementwiseLesson::run_scene(const Bench& bench, const Scene& scene, const Options& options) {
  const ElementwiseSpec spec = spec_of(options);
  std::printf("\n");
  if (!scene.title.empty()) std::printf("%s\n", scene.title.c_str());
  const std::string shape = spec.rows == 1 ? ""
                                           : " (" + grouped(spec.rows) + " rows of " +
                                                 grouped(spec.columns) + " columns)";
  std::printf("%s elements%s, %u threads a block, cache %s\n",
              grouped(spec.rows * spec.columns).c_str(), shape.c_str(), options.block.value_or(256),
              options.hot ? "hot" : "cold");
  std::vector<Row> rows;
  const auto lost = [&] { return !rows.empty() && rows.back().outcome.device_lost; };
  run_scene_of_type<float>(bench, scene, options, &rows);
  if (!lost()) run_scene_of_type<__half>(bench, scene, options, &rows);
  print_table({"% of copy", "speedup", "", false}, rows);
  if (options.lines) print_lines(rows);
  print_explanations(rows, bench.rates.device() + " and " + grouped(predicted_size(options)) +
                               " elements, from the bytes to move");
  bool passed = true;
  for (const Row& row : rows) {
    if (bench.csv != nullptr) bench.csv->append(row);
    passed = passed && row.outcome.status != Status::failed;
  }
  if (lost()) throw std::runtime_error("the device is lost after this error; nothing more was run");
  return passed;
}

}  // namespace course
