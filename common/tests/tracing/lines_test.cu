// Which line of the source asks for what.
#include <algorithm>
#include <string>

#include "counting.h"

namespace {

constexpr int kFirstLine = __LINE__;
__global__ void strided_then_shared(const float* in, float* out) {
  __shared__ float values[64];
  values[threadIdx.x] = in[I * 8];
  __syncthreads();
  const float other = values[threadIdx.x * 2 % 64];
  atomicAdd(&out[0], other);
}

const course::cpu::LineCounts* find(const course::cpu::KernelCounts& kernel, int line,
                                    course::cpu::MemorySpace space,
                                    course::cpu::MemoryAccess access) {
  const auto found = std::find_if(kernel.lines.begin(), kernel.lines.end(), [&](const auto& at) {
    return at.file == "lines_test.cu" && at.line == line && at.space == space &&
           at.access == access;
  });
  return found != kernel.lines.end() ? &*found : nullptr;
}

__global__ void long_way(unsigned* out) {
  unsigned sum = 0;
  for (unsigned k = 0; k < (1u << 20); ++k) {
    if ((k ^ sum) % 3 == 0) sum += out[k % 32];
  }
  out[0] = sum;
}

}  // namespace

TEST_CASE("each line of a kernel") {
  using Space = course::cpu::MemorySpace;
  using Access = course::cpu::MemoryAccess;
  const DeviceArray<float> in(std::vector<float>(1024)), out(std::vector<float>(1));
  course::cpu::start_counting();
  for (int k = 0; k < 3; ++k) {
    strided_then_shared<<<2, 64>>>(in.get(), out.get());
  }
  const auto kernels = course::cpu::stop_counting().kernels();
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].kernel == "strided_then_shared");
  CHECK(kernels[0].launched_at == "lines_test.cu:" + std::to_string(__LINE__ - 5));
  CHECK(kernels[0].launches == 3);
  CHECK_FALSE(kernels[0].is_incomplete);
  CHECK(kernels[0].lines.size() == 4);
  const auto* line = find(kernels[0], kFirstLine + 3, Space::global, Access::load);
  REQUIRE(line);
  CHECK(sectors(line->counts) == Seen{12, 384, 12 * 32});
  CHECK(line->bytes_of_lane == 4);
  line = find(kernels[0], kFirstLine + 3, Space::shared, Access::store);
  REQUIRE(line);
  CHECK(wavefronts(line->counts) == Seen{12, 384, 12});
  line = find(kernels[0], kFirstLine + 5, Space::shared, Access::load);
  REQUIRE(line);
  CHECK(wavefronts(line->counts) == Seen{12, 384, 24});
  line = find(kernels[0], kFirstLine + 6, Space::global, Access::atomic);
  REQUIRE(line);
  CHECK(line->counts.passes == 384);
}

TEST_CASE("more between two barriers than a trace holds is said, not counted wrongly") {
  const DeviceArray<unsigned> out(std::vector<unsigned>(32));
  course::cpu::start_counting();
  long_way<<<1, 1>>>(out.get());
  const auto counts = course::cpu::stop_counting();
  CHECK_FALSE(counts.memory.has_value());
  const auto kernels = counts.kernels();
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].is_incomplete);
}
