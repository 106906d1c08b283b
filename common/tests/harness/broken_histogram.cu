// A lesson whose variants are broken in one way each, to see that a lesson's program says so. The
// tests in lessons.cmake run it.
#include "broken_kernels.h"
#include "common/lesson.h"

using namespace course;
using namespace course_tests;

namespace {

// A launch with this fault, of int32 samples.
auto with(CountFault fault) {
  return [fault](auto& p) {
    if constexpr (std::is_same_v<std::decay_t<decltype(p)>, Int32Problem>) {
      launch_count(fault, p);
    } else {
      throw NotApplicable("counts int32 samples only");
    }
  };
}

// Tells one atomic too many.
constexpr auto boast = [](auto& p) {
  with(CountFault::none)(p);
  Work work = counted_in_global_memory(p);
  ++work.ledger.global_atomics;
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
  lesson.step("block_of_2048", [](auto&) {
    launch_nothing(2048);
    CUDA_CHECK(cudaGetLastError());
  });
  lesson.step("unchecked_block_of_2048", [](auto&) { launch_nothing(2048); });
  lesson.step("needs_too_much", [](auto& p) { require_shared_memory(p.device, 1u << 30); });
  lesson.racy_step("racy_and_wrong", with(CountFault::neighbour_bin));
  lesson.racy_step("racy", with(CountFault::once_each));
  lesson.step("writes_to_no_memory", [](auto&) {
    write_to<<<1, 1>>>(reinterpret_cast<Count*>(4096));
    CUDA_CHECK(cudaGetLastError());
  });
  return lesson.run();
}
