// A lesson whose variants are broken in one way each, to see that a lesson's program says so. The
// tests in lessons.cmake run it.
#include "broken_kernels.h"
#include "common/lesson.h"

using namespace course;
using namespace course_tests;

namespace {

// A launch with this fault.
auto with(CountFault fault) {
  return [fault](auto& p) { launch_count(fault, p); };
}

// Tells one atomic too many.
constexpr auto boast = [](auto& p) {
  with(CountFault::none)(p);
  Work work = counted_in_global_memory(p);
  ++work.ledger.global_atomics;
  return work;
};

// Tells one atomic too many, but of each input's first launch only.
constexpr auto boast_at_first = [](auto& p) {
  static int launches = 0;
  with(CountFault::none)(p);
  Work work = counted_in_global_memory(p);
  work.ledger.global_atomics += launches++ % 2 == 0;
  return work;
};

__global__ void write_to(Count* place) { *place = 1; }

}  // namespace

int main(int argc, char** argv) {
  HistogramLesson lesson("broken_histogram", argc, argv);
  lesson.baseline("speedup", "right", with(CountFault::none));
  lesson.step("nothing", with(CountFault::nothing));
  lesson.step("without_the_last", with(CountFault::without_the_last));
  lesson.step("one_too_many", with(CountFault::one_too_many));
  lesson.step("no_range_check", with(CountFault::no_range_check));
  lesson.step("adds_to_workspace", with(CountFault::adds_to_workspace));
  lesson.step("wrong_work", boast);
  lesson.step("wrong_work_at_first", boast_at_first);
  lesson.step("ends_the_program", [](auto& p) {
    with(CountFault::none)(p);
    if (p.n > 30) std::exit(0);
  });
  lesson.step("not_offered_for_odd_n", [](auto& p) {
    if (p.n % 2 == 1) throw CudaError(cudaErrorNotSupported, "a call of another backend");
    with(CountFault::none)(p);
  });
  lesson.step("block_of_2048", [](auto&) {
    launch_nothing(2048);
    CUDA_CHECK(cudaGetLastError());
  });
  lesson.step("unchecked_block_of_2048", [](auto&) { launch_nothing(2048); });
  lesson.step("needs_too_much", [](auto& p) { require_shared_memory(p.device, 1u << 30); });
  lesson.step("only_small_n", [](auto& p) {
    if (p.n > 1000) throw NotApplicable("needs at most 1000 samples");
    with(CountFault::none)(p);
  });
  lesson.step("only_many_bins", [](auto& p) {
    if (p.bins < 1000) throw NotApplicable("needs at least 1000 bins");
    with(CountFault::none)(p);
  });
  lesson.step("only_few_bins", [](auto& p) {
    if (p.bins > 256) throw NotApplicable("compiled for at most 256 bins");
    with(CountFault::none)(p);
  });
  lesson.host_step("on_host", [](auto& p) {
    for (std::size_t i = 0; i < p.n; ++i) {
      const unsigned bin = p.bin_of(p.samples[i]);
      if (bin < p.bins) ++p.counts[bin];
    }
  });
  lesson.valid_only_step("valid_only", with(CountFault::none));
  lesson.racy_step("racy_and_wrong", with(CountFault::neighbour_bin));
  lesson.racy_step("racy", with(CountFault::once_each));
  lesson.step("writes_to_no_memory", [](auto&) {
    write_to<<<1, 1>>>(reinterpret_cast<Count*>(4096));
    CUDA_CHECK(cudaGetLastError());
  });
  return lesson.run();
}
