// A lesson whose variants look beside what they are given, and do no harm: only memory that ends
// there shows it. The tests in broken_lessons.cmake run it.
#include "common/lesson.h"

using namespace course;

namespace {

enum class Look { samples_in_front, samples_behind, counts_in_front, counts_behind, workspace };

// `place` is what there is to look at. The bins are counted right whatever lies there.
template <typename Sample, typename BinOf, typename Word>
__global__ void count_and_look(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                               unsigned bins, Word* place) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], i == 0 && *place == 77 ? 1 + *place - 77 : 1);
}

template <typename Problem>
void launch_looking_at(const Problem& p, Look look) {
  const auto launch = [&](auto* place) {
    count_and_look<<<blocks_for(p.n, 256), 256>>>(p.samples, p.n, p.bin_of, p.counts, p.bins,
                                                  place);
  };
  if (look == Look::samples_in_front) launch(p.samples - 1);
  if (look == Look::samples_behind) launch(p.samples + p.n);
  if (look == Look::counts_in_front) launch(p.counts - 1);
  if (look == Look::counts_behind) launch(p.counts + p.bins);
  if (look == Look::workspace) launch(p.workspace.template get<Count>(1) - 1);
  CUDA_CHECK(cudaGetLastError());
}

// Invalid samples add nothing, but they do it to the counter behind the last one.
template <typename Sample, typename BinOf>
__global__ void count_invalid_as_nothing(const Sample* samples, std::size_t n, BinOf bin_of,
                                         Count* counts, unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  atomicAdd(&counts[bin < bins ? bin : bins], bin < bins ? 1 : 0);
}

template <typename Problem>
void launch_invalid_as_nothing(const Problem& p) {
  count_invalid_as_nothing<<<blocks_for(p.n, 256), 256>>>(p.samples, p.n, p.bin_of, p.counts,
                                                          p.bins);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace

int main(int argc, char** argv) {
  HistogramLesson lesson("broken_borders", argc, argv);
  const auto step = [&](const char* name, Look look) {
    lesson.step(name, [look](auto& p) { launch_looking_at(p, look); });
  };
  step("samples_in_front", Look::samples_in_front);
  step("samples_behind", Look::samples_behind);
  step("counts_in_front", Look::counts_in_front);
  step("counts_behind", Look::counts_behind);
  step("workspace_in_front", Look::workspace);
  lesson.step("invalid_as_nothing", [](auto& p) { launch_invalid_as_nothing(p); });
  return lesson.run();
}
