// An add lesson whose variants are broken in one way each, to see that a lesson's program says so.
// The tests in lessons.cmake run it.
#include "broken_kernels.h"
#include "common/lesson.h"

using namespace course;
using namespace course_tests;

namespace {

auto with(AddFault fault) {
  return [fault](auto& p) {
    launch_add(fault, p);
    return moved(sizeof *p.c);
  };
}

}  // namespace

int main(int argc, char** argv) {
  ElementwiseLesson lesson("broken_add", argc, argv);
  lesson.step<float>("f32_without_the_last", with(AddFault::without_the_last));
  lesson.step<float>("f32_right", with(AddFault::none));
  lesson.step<__half>("f16_right", with(AddFault::none));
  lesson.step<__half>("f16_writes_one_behind", with(AddFault::writes_one_behind));
  lesson.step<float>("needs_too_much", [](auto&) -> Work {
    throw NotApplicable("needs 1 GiB of shared memory a block");
  });
  return lesson.run();
}
