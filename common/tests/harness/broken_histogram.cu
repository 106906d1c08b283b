// A lesson whose variants are broken in one way each, to see that a lesson's program says so. The
// tests in lessons.cmake run it.
#include "broken_kernels.h"
#include "common/lesson.h"

using namespace course;
using namespace course_tests;

namespace {

template <CountFault fault, typename Problem>
void count_with(const Problem& p) {
  launch_count(fault, p);
}

Ledger one_atomic_too_many(const HistogramFacts& f) { return {f.valid + 1, 0, f.largest_bin}; }

__global__ void write_to(Count* place) { *place = 1; }

}  // namespace

int main(int argc, char** argv) {
  HistogramLesson lesson("broken_histogram", argc, argv);
  lesson.baseline("speedup", "right", nullptr,
                  [](const auto& p) { count_with<CountFault::none>(p); });
  lesson.step("nothing", nullptr, [](const auto& p) { count_with<CountFault::nothing>(p); });
  lesson.step("without_the_last", nullptr,
              [](const auto& p) { count_with<CountFault::without_the_last>(p); });
  lesson.step("one_too_many", nullptr,
              [](const auto& p) { count_with<CountFault::one_too_many>(p); });
  lesson.step("no_range_check", nullptr,
              [](const auto& p) { count_with<CountFault::no_range_check>(p); });
  lesson.step("adds_to_workspace", nullptr,
              [](const auto& p) { count_with<CountFault::adds_to_workspace>(p); });
  lesson.step("wrong_formula", one_atomic_too_many,
              [](const auto& p) { count_with<CountFault::none>(p); });
  lesson.step("block_of_2048", nullptr, [](const auto&) {
    launch_nothing(2048);
    CUDA_CHECK(cudaGetLastError());
  });
  lesson.step("unchecked_block_of_2048", nullptr, [](const auto&) { launch_nothing(2048); });
  lesson.step("needs_too_much", nullptr,
              [](const auto& p) { require_shared_memory(p.device, 1u << 30); });
  lesson.step("only_small_n", nullptr, [](const auto& p) {
    if (p.n > 1000) throw NotApplicable("needs at most 1000 samples");
    count_with<CountFault::none>(p);
  });
  lesson.step("only_many_bins", nullptr, [](const auto& p) {
    if (p.bins < 1000) throw NotApplicable("needs at least 1000 bins");
    count_with<CountFault::none>(p);
  });
  lesson.step("only_few_bins", nullptr, [](const auto& p) {
    if (p.bins > 256) throw NotApplicable("compiled for at most 256 bins");
    count_with<CountFault::none>(p);
  });
  lesson.host_step("on_host", [](const auto& p) {
    for (std::size_t i = 0; i < p.n; ++i) {
      const unsigned bin = p.bin_of(p.samples[i]);
      if (bin < p.bins) ++p.counts[bin];
    }
  });
  lesson.valid_only_step("valid_only", nullptr,
                         [](const auto& p) { count_with<CountFault::none>(p); });
  lesson.racy_step("racy_and_wrong",
                   [](const auto& p) { count_with<CountFault::neighbour_bin>(p); });
  lesson.racy_step("racy", [](const auto& p) { count_with<CountFault::once_each>(p); });
  lesson.step("writes_to_no_memory", nullptr, [](const auto&) {
    write_to<<<1, 1>>>(reinterpret_cast<Count*>(4096));
    CUDA_CHECK(cudaGetLastError());
  });
  return lesson.run();
}
