// A lesson whose variants are right at most sizes: --check must know where they are not. The tests
// in broken_sizes.cmake run it.
#include "common/lesson.h"

using namespace course;

namespace {

enum class SizeFault {
  none,
  stops_at_400000,       // a number of samples that was right once
  samples_wrap_at_2_20,  // an index kept in 20 bits
  bins_wrap_at_2_18,     // a bin number kept in 18 bits
  bins_wrap_at_2_20,
  index_in_float,       // which has 24 bits
  whole_warps_of_bins,  // a commit that forgets bin 0 where fewer bins than 256 are whole warps
  head_of_a_word,       // samples in front of the first pack: 4 bytes of them are forgotten
  warp_of_invalid,      // whose leader is lane ffs(0) - 1
};

template <SizeFault fault, typename Sample, typename BinOf>
__device__ void count_one(const Sample* samples, std::size_t i, BinOf bin_of, Count* counts,
                          unsigned bins) {
  if (fault == SizeFault::samples_wrap_at_2_20) i &= 0xFFFFF;
  if (fault == SizeFault::index_in_float) i = static_cast<std::size_t>(static_cast<float>(i));
  unsigned bin = bin_of(samples[i]);
  if (bin >= bins) return;
  if (fault == SizeFault::bins_wrap_at_2_18) bin &= 0x3FFFF;
  if (fault == SizeFault::bins_wrap_at_2_20) bin &= 0xFFFFF;
  atomicAdd(&counts[bin], 1);
}

// Sample i is counted by thread i.
template <SizeFault fault, typename Sample, typename BinOf>
__global__ void count_each(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                           unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t end = fault == SizeFault::stops_at_400000 && n > 400000 ? 400000 : n;
  const auto address = reinterpret_cast<std::uintptr_t>(samples);
  if (fault == SizeFault::head_of_a_word && sizeof(Sample) < 4 && address % 16 == 12 && n > 64 &&
      i * sizeof(Sample) < 4) {
    return;
  }
  if (fault == SizeFault::whole_warps_of_bins && bins < 256 && bins % 32 == 0 && i < n &&
      bin_of(samples[i]) == 0) {
    return;
  }
  if (fault == SizeFault::warp_of_invalid) {
    const bool is_valid = i >= n || bin_of(samples[i]) < bins;
    if (__ballot_sync(0xffffffff, is_valid) == 0) atomicAdd(&counts[0], 1);
  }
  if (i < end) count_one<fault>(samples, i, bin_of, counts, bins);
}

// Counters in shared memory, of 16 bits when they are committed.
template <typename Sample, typename BinOf>
__global__ void count_in_16_bits(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                                 unsigned bins) {
  __shared__ Count mine[256];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    count_one<SizeFault::none>(samples, i, bin_of, mine, bins);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], static_cast<unsigned short>(mine[bin]));
  }
}

template <typename Problem>
void launch_16_bits(const Problem& p) {
  if (p.bins > 256) throw NotApplicable("at most 256 bins");
  const unsigned blocks = p.device.multiprocessors * 8;
  count_in_16_bits<<<blocks, 256>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
}

// A thread counts a run of `part` samples. WRONG where they come out even: then the last run has
// none.
template <typename Sample, typename BinOf>
__global__ void count_parts(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                            unsigned bins, std::size_t part) {
  const std::size_t parts = (n + part - 1) / part;
  const std::size_t mine = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (mine >= parts) return;
  const std::size_t size = mine + 1 < parts ? part : n % part;
  for (std::size_t i = mine * part; i < mine * part + size; ++i) {
    count_one<SizeFault::none>(samples, i, bin_of, counts, bins);
  }
}

// All threads of the grid take neighbouring samples, round after round. WRONG in the same way.
template <typename Sample, typename BinOf>
__global__ void count_rounds(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                             unsigned bins) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t rounds = (n + threads - 1) / threads;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t size = round + 1 < rounds ? threads : n % threads;
    if (thread < size) {
      count_one<SizeFault::none>(samples, round * threads + thread, bin_of, counts, bins);
    }
  }
}

template <SizeFault fault, typename Problem>
void launch_each(const Problem& p) {
  const unsigned block = p.threads(256);
  count_each<fault><<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
}

template <typename Problem>
void launch_parts(const Problem& p, std::size_t part) {
  count_parts<<<blocks_for(p.n, part), 1>>>(p.samples, p.n, p.bin_of, p.counts, p.bins, part);
}

template <typename Problem>
void launch_rounds(const Problem& p) {
  const unsigned blocks = p.device.multiprocessors * 8;
  count_rounds<<<blocks, 256>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
}

// Counters of float stop at 2^24: adding 1 changes nothing any more.
template <typename Sample, typename BinOf>
__global__ void count_in_float(const Sample* samples, std::size_t n, BinOf bin_of, float* counters,
                               unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counters[bin], 1.0f);
}

__global__ void copy_counters(const float* counters, Count* counts, unsigned bins) {
  const unsigned bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin < bins) counts[bin] = static_cast<Count>(counters[bin]);
}

template <typename Problem>
void launch_float_counters(const Problem& p) {
  float* const counters = p.workspace.template get<float>(p.bins);
  CUDA_CHECK(cudaMemsetAsync(counters, 0, p.bins * sizeof(float)));
  count_in_float<<<blocks_for(p.n, 256), 256>>>(p.samples, p.n, p.bin_of, counters, p.bins);
  copy_counters<<<blocks_for(p.bins, 256), 256>>>(counters, p.counts, p.bins);
}

// The grid may have more threads than 32 bits can number, although n has no more than that.
template <typename Sample, typename BinOf>
__global__ void count_32_bit_index(const Sample* samples, std::size_t n, BinOf bin_of,
                                   Count* counts, unsigned bins) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) count_one<SizeFault::none>(samples, i, bin_of, counts, bins);
}

template <typename Problem>
void launch_32_bit_index(const Problem& p) {
  const unsigned block = p.threads(256);
  count_32_bit_index<<<blocks_for(p.n, block), block>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
}

}  // namespace

int main(int argc, char** argv) {
  using Fault = SizeFault;
  HistogramLesson lesson("broken_sizes", argc, argv);
  lesson.step("right", [](auto& p) { launch_each<Fault::none>(p); });
  lesson.step("full_last_tile_lost", [](auto& p) { launch_parts(p, 4096); });
  lesson.step("full_last_pack_lost",
              [](auto& p) { launch_parts(p, 256 * 16 / sizeof(*p.samples)); });
  lesson.step("full_last_round_lost", [](auto& p) { launch_rounds(p); });
  lesson.step("stops_at_400000", [](auto& p) { launch_each<Fault::stops_at_400000>(p); });
  lesson.step("samples_wrap_at_2_20", [](auto& p) { launch_each<Fault::samples_wrap_at_2_20>(p); });
  lesson.step("bins_wrap_at_2_18", [](auto& p) { launch_each<Fault::bins_wrap_at_2_18>(p); });
  lesson.step("bins_wrap_at_2_20", [](auto& p) { launch_each<Fault::bins_wrap_at_2_20>(p); });
  lesson.step("index_in_float", [](auto& p) { launch_each<Fault::index_in_float>(p); });
  lesson.step("whole_warps_of_bins", [](auto& p) { launch_each<Fault::whole_warps_of_bins>(p); });
  lesson.step("head_of_a_word", [](auto& p) { launch_each<Fault::head_of_a_word>(p); });
  lesson.step("warp_of_invalid", [](auto& p) { launch_each<Fault::warp_of_invalid>(p); });
  lesson.step("counters_of_16_bits", [](auto& p) { launch_16_bits(p); });
  lesson.step("float_counters", [](auto& p) { launch_float_counters(p); });
  lesson.step("index_in_32_bits", [](auto& p) { launch_32_bit_index(p); });
  return lesson.run();
}
