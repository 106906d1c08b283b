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
    return moved(sizeof *p.c, p.grid_for(p.n, 256));
  };
}

// Adds that are right at most sizes.
enum class SizeFault {
  full_last_pack_lost,  // the last pack of four has n % 4 elements: none where they come out even
  full_last_block_lost,
  stops_at_2_20,
  index_in_float,
  zero_is_nothing,     // 0 + b is b: wrong for -0
  flushes_first_lane,  // subnormal sums, in the first of four elements
};

template <SizeFault fault>
__global__ void add_parts(const float* a, const float* b, float* c, std::size_t n) {
  constexpr bool in_packs = fault == SizeFault::full_last_pack_lost;
  const std::size_t part = in_packs ? 4 : blockDim.x, parts = (n + part - 1) / part;
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t mine = thread / part;
  if (mine >= parts) return;
  std::size_t end = n;
  if ((in_packs || fault == SizeFault::full_last_block_lost) && mine + 1 == parts) {
    end = mine * part + n % part;
  }
  if (fault == SizeFault::stops_at_2_20 && end > 1 << 20) end = 1 << 20;
  std::size_t i = thread;
  if (fault == SizeFault::index_in_float) i = static_cast<std::size_t>(static_cast<float>(thread));
  if (i >= end) return;
  c[i] = fault == SizeFault::zero_is_nothing && a[i] == 0 ? b[i] : a[i] + b[i];
  if (fault == SizeFault::flushes_first_lane && i % 4 == 0 && fabsf(c[i]) < 0x1p-126f) c[i] *= 0;
}

template <SizeFault fault>
Work launch_parts(const ElementwiseProblem<float>& p) {
  const Grid grid = p.grid_for(p.n, 256);
  add_parts<fault><<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
  return moved(4, grid);
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
  lesson.step<float>("full_last_pack_lost", launch_parts<SizeFault::full_last_pack_lost>);
  lesson.step<float>("full_last_block_lost", launch_parts<SizeFault::full_last_block_lost>);
  lesson.step<float>("stops_at_2_20", launch_parts<SizeFault::stops_at_2_20>);
  lesson.step<float>("zero_is_nothing", launch_parts<SizeFault::zero_is_nothing>);
  lesson.step<float>("flushes_first_lane", launch_parts<SizeFault::flushes_first_lane>);
  lesson.step<float>("index_in_float", launch_parts<SizeFault::index_in_float>);
  return lesson.run();
}
