// The model computes with passes that it finds in the samples
// (common/harness/problem/warp_facts.h). Here they are held against those that the traced build
// counts while chapter 03 runs.
//   model_passes_test BIN
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/harness/problem/warp_facts.h"
#include "common/harness/problem/workload.h"
#include "common/row/result_file.h"

using namespace course;

namespace {

// A whole number of warps, and few enough that the survey looks at all of them.
constexpr std::size_t kSamples = 1 << 18;

double passes_of_samples(const std::string& workload, std::size_t bins) {
  const SampleSource<std::int32_t> sample(parse_workload(workload), kSamples, bins, 1);
  const WarpFacts facts = survey_warps(
      kSamples, bins, kSamples, [&](std::size_t i) { return static_cast<unsigned>(sample(i)); });
  return facts.passes * kSamples / 32;
}

std::uint64_t counted_passes(const std::string& bin, const std::string& workload,
                             std::size_t bins) {
  const std::string csv = "model_passes.csv";
  std::remove(csv.c_str());
  const std::string command = bin + "/03_atomic_naive --variant i32 --n " +
                              std::to_string(kSamples) + " --workload " + workload + " --bins " +
                              std::to_string(bins) + " --csv " + csv + " > /dev/null";
  if (std::system(command.c_str()) != 0) return 0;
  for (const Row& row : read_results(csv).rows) {
    if (row.on_cpu_backend() && row.atomic_passes) return *row.atomic_passes;
  }
  return 0;
}

}  // namespace

int main(int, char** argv) {
  int wrong = 0;
  for (const char* workload : {"uniform", "zipf", "sorted", "single", "hot:50"}) {
    for (const std::size_t bins : {1, 7, 256, 5000}) {
      const auto expected = std::llround(passes_of_samples(workload, bins));
      const auto counted = static_cast<long long>(counted_passes(argv[1], workload, bins));
      if (expected == counted && counted > 0) continue;
      std::printf("%s, %zu bins: %lld passes in the samples, %lld counted\n", workload, bins,
                  expected, counted);
      ++wrong;
    }
  }
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
