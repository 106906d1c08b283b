#include "common/harness/run/elementwise_lesson.h"

#include <algorithm>

#include "common/harness/device/backend.h"
#include "common/harness/device/space.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/report/format.h"

namespace course {
namespace {

// Three float32 arrays of 2^27 elements are 1.6 GB. The CPU backend gets what takes it a moment.
constexpr std::size_t kRowsOnGpu = 131072, kRowsOnCpu = 1024, kColumns = 1024;

std::unique_ptr<Data> make(const ElementwiseSpec& spec, int element_type) {
  if (element_type == 0) return std::make_unique<ElementwiseData<float>>(spec);
  return std::make_unique<ElementwiseData<__half>>(spec);
}

ElementwiseSpec spec_of(const Options& options) {
  ElementwiseSpec spec;
  spec.seed = options.seed;
  spec.rows =
      options.n ? 1 : options.rows.value_or(backend_has_gpu_times() ? kRowsOnGpu : kRowsOnCpu);
  spec.columns = options.n ? *options.n : options.columns.value_or(kColumns);
  // In place of the CPU backend's own size the model predicts for the one that a GPU is given.
  if (!options.n && !options.rows) spec.predicted_n = kRowsOnGpu * kColumns;
  return spec;
}

}  // namespace

void ElementwiseLesson::also_run_in_cache() {
  also_run(
      {"data that fits in L2 and is left there", "", [](Options& options, const Device& device) {
         options.n = std::max<std::size_t>(device.l2_bytes / 24, 1 << 16);
         options.hot = true;
       }});
}

void ElementwiseLesson::sweep_sizes(const std::vector<std::size_t>& rows,
                                    const std::vector<std::size_t>& columns) {
  for (const std::size_t r : rows) {
    for (const std::size_t c : columns) {
      const std::string size = std::to_string(r) + "x" + std::to_string(c);
      sweep({size, " " + size, [r, c](Options& options, const Device&) {
               options.rows = r;
               options.columns = c;
             }});
    }
  }
}

std::unique_ptr<Data> ElementwiseLesson::make_data(const Options& options, const Device&,
                                                   int element_type) const {
  return make(spec_of(options), element_type);
}

bool ElementwiseLesson::asks_for_a_problem(const Options& options) const {
  return options.n || options.rows || options.block || options.hot;
}

void ElementwiseLesson::require_space(const Options& options, const Device&) const {
  const ElementwiseSpec spec = spec_of(options);
  require_memory(3 * spec.rows * spec.columns * sizeof(float), 0, "--n, or --rows and --cols");
}

std::string ElementwiseLesson::heading(const Options& options, const Data& data,
                                       const std::string&) const {
  const ElementwiseSpec spec = spec_of(options);
  const std::string shape = spec.rows == 1 ? ""
                                           : " (" + grouped(spec.rows) + " rows of " +
                                                 grouped(spec.columns) + " columns)";
  return grouped(data.label().n) + " elements" + shape + ", " +
         std::to_string(options.block.value_or(256)) + " threads a block, cache " +
         (options.hot ? "hot" : "cold");
}

std::string ElementwiseLesson::basis_of_prediction(const Options& options) const {
  const ElementwiseSpec spec = spec_of(options);
  const std::size_t n = spec.predicted_n > 0 ? spec.predicted_n : spec.rows * spec.columns;
  return " and " + grouped(n) + " elements, from the bytes to move";
}

namespace {

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

}  // namespace

std::vector<CheckCase> ElementwiseLesson::check_cases() const {
  std::vector<CheckCase> cases;
  for (const Case& c : all_cases()) {
    const auto make_data = [spec = c.spec](int element_type) { return make(spec, element_type); };
    cases.push_back({describe(c), {c.block, {}, {}}, false, make_data});
  }
  return cases;
}

}  // namespace course
