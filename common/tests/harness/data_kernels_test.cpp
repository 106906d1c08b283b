// Data that a kernel makes are those that the host makes, bit for bit, and a kernel that looks for
// a wrong sum finds it.
#include "data_kernels.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "common/harness/problem/elementwise_data.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/trial/verification.h"
#include "common/row/format.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;
using Kind = Workload::Kind;

namespace {

// More than the host looks at on its own, and no multiple of anything.
constexpr std::size_t kLarge = 1000003;

template <typename T>
ElementwiseSpec spec_of(std::size_t n) {
  ElementwiseSpec spec;
  spec.columns = n;
  spec.seed = 7;
  spec.kernels = &data_kernels();
  return spec;
}

const Device& device() {
  static const Device here = open_device(0);
  return here;
}

template <typename T>
std::vector<T> from_device(const T* there, std::size_t n) {
  std::vector<T> values(n);
  CUDA_CHECK(cudaMemcpy(values.data(), there, n * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

// An add's data, made by kernels, and the right sums in them.
template <typename T>
struct MadeAdd {
  ElementwiseData<T> data;
  Workspace workspace;
  ElementwiseProblem<T> problem;
  std::vector<T> sums;

  explicit MadeAdd(const ElementwiseSpec& spec)
      : data(spec),
        problem(std::get<ElementwiseProblem<T>>(data.problem(device(), workspace, {}, false))) {
    write_sums();
  }
  void write_sums() {
    const std::vector<T> a = from_device(problem.a, problem.n),
                         b = from_device(problem.b, problem.n);
    sums.resize(problem.n);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = reference_sum(a[i], b[i]);
    CUDA_CHECK(cudaMemcpy(problem.c, sums.data(), sums.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  void put(std::size_t i, T value) {
    CUDA_CHECK(cudaMemcpy(problem.c + i, &value, sizeof value, cudaMemcpyHostToDevice));
  }
};

template <typename Sample>
std::vector<Sample> samples_in(HistogramData& data) {
  Workspace workspace;
  const auto problem =
      std::get<HistogramProblem<Sample, SampleIsBin>>(data.problem(device(), workspace, {}, false));
  return from_device(problem.samples, problem.n);
}

template <typename Sample>
void check_samples(SampleType type, Workload workload, std::size_t bins) {
  HistogramSpec spec;
  spec.type = type;
  spec.workload = workload;
  spec.n = 100003;
  spec.bins = bins;
  spec.seed = 3;
  for (unsigned i = 0; workload.kind == Kind::file && i < 1001; ++i) {
    spec.file.push_back(static_cast<std::uint8_t>(i * 7));
  }
  CAPTURE(name_of(workload));
  CAPTURE(bins);
  const std::unique_ptr<HistogramData> by_host = make_histogram_data(spec);
  spec.kernels = &data_kernels();
  const std::unique_ptr<HistogramData> by_kernels = make_histogram_data(spec);
  const std::vector<Sample> samples = samples_in<Sample>(*by_kernels);
  CHECK(samples == samples_in<Sample>(*by_host));
  const Histogram counted = count_serially(samples, bins, SampleIsBin());
  CHECK(by_kernels->reference().counts == counted.counts);
  CHECK(by_kernels->reference().invalid == counted.invalid);

  by_kernels->change_input(true);
  const std::vector<Sample> changed = samples_in<Sample>(*by_kernels);
  by_kernels->repair();  // with the change
  CHECK(samples_in<Sample>(*by_kernels) == changed);
  by_kernels->change_input(false);
  CHECK(samples_in<Sample>(*by_kernels) == samples);
}

}  // namespace

TEST_CASE_TEMPLATE("operands made by a kernel are the host's", T, float, __half) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{257}, kLarge}) {
    const MadeAdd<T> made(spec_of<T>(n));
    const std::vector<T> a = from_device(made.problem.a, n), b = from_device(made.problem.b, n);
    std::size_t other = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const T wanted[2] = {operand_value<T>(7, 0, i), operand_value<T>(7, 1, i)};
      other +=
          std::memcmp(&a[i], &wanted[0], sizeof(T)) || std::memcmp(&b[i], &wanted[1], sizeof(T));
    }
    CHECK(other == 0);
  }
}

TEST_CASE_TEMPLATE("a wrong sum is found wherever it is, and the first is named", T, float,
                   __half) {
  MadeAdd<T> made(spec_of<T>(kLarge));
  const auto& kernels = std::get<AddKernels<T>>(data_kernels());
  const auto first_wrong = [&] {
    return kernels.first_wrong_sum(made.problem.c, kLarge, Operands<T>{7});
  };
  CHECK(first_wrong() == kLarge);
  CHECK(made.data.verify().passed);
  const T nan = T(std::numeric_limits<float>::quiet_NaN());
  // Places among which some are between the parts that the host looks at.
  for (std::size_t i = kLarge - 1; i < kLarge; i -= 99991) {
    CAPTURE(i);
    made.put(i, nan);
    CHECK(first_wrong() == i);
    const Verdict verdict = made.data.verify();
    CHECK_FALSE(verdict.passed);
    CHECK(contains(verdict.message, "element " + grouped(i) + " is NaN instead of "));
  }
  made.write_sums();
  // A zero of the other sign is another number, bit by bit.
  std::size_t zero = 0;
  while (static_cast<float>(made.sums[zero]) != 0) ++zero;
  made.put(zero, T(std::signbit(static_cast<float>(made.sums[zero])) ? 0.0f : -0.0f));
  CHECK(first_wrong() == zero);
}

TEST_CASE_TEMPLATE("a changed operand changes what is right", T, float, __half) {
  MadeAdd<T> made(spec_of<T>(kLarge));
  made.data.change_input(true);
  CHECK_FALSE(made.data.verify().passed);
  made.write_sums();
  CHECK(made.data.verify().passed);
  made.data.change_input(false);
  CHECK_FALSE(made.data.verify().passed);
}

TEST_CASE("a modified input is damage, and is repaired") {
  MadeAdd<float> made(spec_of<float>(1000));
  const float other = 3;
  CUDA_CHECK(cudaMemcpy(const_cast<float*>(made.problem.b) + 999, &other, sizeof other,
                        cudaMemcpyHostToDevice));
  CHECK(made.data.verify().damaged);
  made.data.repair();
  CHECK(made.data.verify().passed);
}

TEST_CASE("samples made by a kernel are the host's, for every workload") {
  const Workload workloads[] = {{Kind::uniform}, {Kind::sorted}, {Kind::single}, {Kind::hot, 50},
                                {Kind::zipf},    {Kind::edges},  {Kind::file}};
  for (const Workload& workload : workloads) {
    for (const std::size_t bins : {1, 7, 256, 70001}) {
      check_samples<std::int32_t>(SampleType::int32, workload, bins);
      check_samples<std::uint16_t>(SampleType::uint16, workload, bins);
      check_samples<std::uint8_t>(SampleType::uint8, workload, bins);
    }
  }
}
