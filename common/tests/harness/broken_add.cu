// An add lesson whose variants are broken in one way each, to see that a lesson's program says so.
// The tests in lessons.cmake run it.
#include "broken_kernels.h"
#include "common/lesson.h"

using namespace course;
using namespace course_tests;

namespace {

template <AddFault fault, typename T>
void add_with(const ElementwiseProblem<T>& p) {
  launch_add<T>(fault, p);
}

}  // namespace

int main(int argc, char** argv) {
  ElementwiseLesson lesson("broken_add", argc, argv);
  lesson.step<float>("f32_without_the_last", 4, add_with<AddFault::without_the_last, float>);
  lesson.step<float>("f32_right", 4, add_with<AddFault::none, float>);
  lesson.step<__half>("f16_right", 2, add_with<AddFault::none, __half>);
  lesson.step<__half>("f16_writes_one_behind", 2, add_with<AddFault::writes_one_behind, __half>);
  lesson.step<float>("needs_too_much", 4, [](const ElementwiseProblem<float>&) {
    throw NotApplicable("needs 1 GiB of shared memory a block");
  });
  return lesson.run();
}
