// The kernels of broken_kernels.h. One thread does all the work of most of them: they are tests of
// the harness, and must be wrong in the same way each time.
#include "broken_kernels.h"

#include "common/harness/trial/verification.h"

namespace course_tests {

using namespace course;

template <typename T>
__global__ void store(T* place, T value) {
  *place = value;
}

__global__ void nothing() {}

__global__ void run_until(const volatile unsigned* stop) {
  while (*stop == 0) {
  }
}

template <typename T>
__global__ void add(AddFault fault, const T* a, const T* b, T* c, std::size_t n) {
  const std::size_t end = fault == AddFault::without_the_last && n > 0 ? n - 1
                          : fault == AddFault::writes_one_behind       ? n + 1
                                                                       : n;
  for (std::size_t i = 0; i < end; ++i) {
    if (fault == AddFault::only_over_nan && float(c[i]) == float(c[i])) continue;
    c[i] = T(float(a[i]) + float(b[i]));
    if (fault == AddFault::overwrites_inputs) {
      const_cast<T*>(a)[i] = c[i];
      const_cast<T*>(b)[i] = T(-0.0f);
    }
    if (fault == AddFault::zeros) c[i] = T(0.0f);
    if (fault == AddFault::copy_of_a) c[i] = a[i];
  }
  if (fault == AddFault::writes_one_before) *(c - 1) = T(7.0f);
  if (fault == AddFault::last_is_nan && n > 0) c[n - 1] = T(nanf(""));
  if (fault == AddFault::rounds_twice && n > 0) {
    auto* const bytes = reinterpret_cast<unsigned char*>(c + n - 1);
    bytes[0] ^= 1;  // the last bit of the fraction
  }
}

// Right, and a thread for each sample.
template <typename Sample, typename BinOf>
__global__ void count_right(const Sample* samples, std::size_t n, BinOf bin_of, Count* counts,
                            unsigned bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bin = bin_of(samples[i]);
  if (bin < bins) atomicAdd(&counts[bin], 1);
}

template <typename Sample, typename BinOf>
__global__ void count(CountFault fault, const Sample* samples, std::size_t n, BinOf bin_of,
                      Count* counts, unsigned bins, Count* workspace) {
  const std::size_t end = fault == CountFault::without_the_last && n > 0 ? n - 1
                          : fault == CountFault::one_too_many            ? n + 1
                                                                         : n;
  Count* const into = fault == CountFault::adds_to_workspace ? workspace : counts;
  for (std::size_t i = 0; i < end; ++i) {
    unsigned bin = bin_of(samples[i]);
    if (fault == CountFault::no_range_check && bin >= bins) bin = bins - 1;
    if (fault == CountFault::neighbour_bin && i == 0) bin = (bin + 1) % bins;
    if (fault == CountFault::swaps_two_bins && bin < 2) bin = 1 - bin;
    if (bin >= bins || fault == CountFault::nothing) continue;
    if (fault == CountFault::once_each) {
      into[bin] = 1;
    } else {
      ++into[bin];
    }
  }
  for (unsigned bin = 0; bin < bins; ++bin) {
    if (fault == CountFault::first_samples) {
      counts[bin] = bin < n ? static_cast<Count>(samples[bin]) : 0;
    }
    if (fault == CountFault::adds_to_workspace) counts[bin] = workspace[bin];
  }
  if (fault == CountFault::writes_behind) counts[bins] = 0;
  if (fault == CountFault::writes_before) *(counts - 1) = 0;
  if (fault == CountFault::changes_the_sample_behind) {
    const_cast<Sample*>(samples)[n] = 123;
  }
}

void write_one(float* memory, std::ptrdiff_t at, float value) {
  store<<<1, 1>>>(memory + at, value);
  CUDA_CHECK(cudaDeviceSynchronize());
}
void write_one(__half* memory, std::ptrdiff_t at, __half value) {
  store<<<1, 1>>>(memory + at, value);
  CUDA_CHECK(cudaDeviceSynchronize());
}
void write_one(unsigned char* memory, std::ptrdiff_t at, unsigned char value) {
  store<<<1, 1>>>(memory + at, value);
  CUDA_CHECK(cudaDeviceSynchronize());
}

void launch_nothing(unsigned threads, std::size_t shared_bytes) {
  nothing<<<1, threads, shared_bytes>>>();
}

void launch_until(const volatile unsigned* stop) {
  run_until<<<1, 1>>>(stop);
  CUDA_CHECK(cudaGetLastError());
}

template <typename T>
void launch_add(AddFault fault, const ElementwiseProblem<T>& p) {
  add<<<1, 1>>>(fault, p.a, p.b, p.c, p.n);
  CUDA_CHECK(cudaGetLastError());
}
template void launch_add(AddFault, const ElementwiseProblem<float>&);
template void launch_add(AddFault, const ElementwiseProblem<__half>&);

template <typename Problem>
void launch_count(CountFault fault, const Problem& p) {
  Count* workspace = nullptr;
  if (fault == CountFault::adds_to_workspace) workspace = p.scratch(p.bins);
  if (fault == CountFault::none) {
    count_right<<<blocks_for(p.n, 256), 256>>>(p.samples, p.n, p.bin_of, p.counts, p.bins);
  } else {
    count<<<1, 1>>>(fault, p.samples, p.n, p.bin_of, p.counts, p.bins, workspace);
  }
  CUDA_CHECK(cudaGetLastError());
}
template void launch_count(CountFault, const Int32Problem&);
template void launch_count(CountFault, const HistogramProblem<std::uint16_t, SampleIsBin>&);
template void launch_count(CountFault, const HistogramProblem<std::uint8_t, SampleIsBin>&);
template void launch_count(CountFault, const HistogramProblem<std::uint8_t, LettersByFour>&);

}  // namespace course_tests
