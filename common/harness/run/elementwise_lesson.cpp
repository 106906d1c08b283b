#include "common/harness/run/elementwise_lesson.h"

#include <algorithm>

#include "common/harness/device/backend.h"
#include "common/harness/device/space.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/run/add_cases.h"
#include "common/row/format.h"

namespace course {
namespace {

// Three float32 arrays of 2^27 elements are 1.6 GB.
constexpr std::size_t kRowsOnGpu = 131072, kColumnsOnGpu = 1024;
// What takes the CPU backend a moment: beyond 2^20 elements and no multiple of a block, so that
// what is right only there shows.
constexpr std::size_t kRowsOnCpu = 1100, kColumnsOnCpu = 1001;

std::unique_ptr<Data> make(ElementwiseSpec spec, const DataKernels* kernels, int element_type) {
  spec.kernels = kernels;
  if (element_type == 0) return std::make_unique<ElementwiseData<float>>(spec);
  return std::make_unique<ElementwiseData<__half>>(spec);
}

ElementwiseSpec spec_of(const Options& options) {
  ElementwiseSpec spec;
  spec.seed = options.seed;
  spec.rows = options.n ? 1 : options.rows.value_or(options.as_on_gpu ? kRowsOnGpu : kRowsOnCpu);
  spec.columns = options.n
                     ? *options.n
                     : options.columns.value_or(options.as_on_gpu ? kColumnsOnGpu : kColumnsOnCpu);
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
  return make(spec_of(options), data_kernels(), element_type);
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

std::unique_ptr<Preview> ElementwiseLesson::make_preview(const Options& options, const Device&,
                                                         int element_type) const {
  const ElementwiseSpec spec = spec_of(options);
  return element_type == 0 ? preview_add<float>(spec) : preview_add<__half>(spec);
}

std::vector<CheckCase> ElementwiseLesson::check_cases(const Device&) const {
  std::vector<CheckCase> cases;
  const auto add = [&](const AddCase& c) {
    const auto make_data = [spec = c.spec, kernels = data_kernels()](int element_type) {
      return make(spec, kernels, element_type);
    };
    cases.push_back(
        {describe(c), {c.block, {}, {}}, false, make_data, "any size, address and block", c.once});
  };
  for (const AddCase& c : add_cases()) add(c);
  for (const AddCase& c : large_add_cases()) add(c);
  return cases;
}

}  // namespace course
