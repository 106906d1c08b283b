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

// Adds that are right at most sizes.
enum class SizeFault {
  full_last_pack_lost,  // the last pack of four has n % 4 elements: none where they come out even
  full_last_block_lost,
  stops_at_2_20,
  index_in_float,
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
  if (i < end) c[i] = a[i] + b[i];
}

template <SizeFault fault>
void launch_parts(const ElementwiseProblem<float>& p) {
  add_parts<fault><<<blocks_for(p.n, p.block), p.block>>>(p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
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
  lesson.step<float>("full_last_pack_lost", 4, launch_parts<SizeFault::full_last_pack_lost>);
  lesson.step<float>("full_last_block_lost", 4, launch_parts<SizeFault::full_last_block_lost>);
  lesson.step<float>("stops_at_2_20", 4, launch_parts<SizeFault::stops_at_2_20>);
  lesson.step<float>("index_in_float", 4, launch_parts<SizeFault::index_in_float>);
  return lesson.run();
}
