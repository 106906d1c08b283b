// Makes a lesson's data on the device, and checks sums there: gigabytes in milliseconds, which the
// host would take half a minute for. What is made and what is right is said by the same functions
// that the host uses, operands.h and sample_rule.h.
#pragma once

#include <algorithm>

#include "common/harness/device/buffer.h"
#include "common/harness/problem/data_kernels.h"

namespace course {

inline constexpr unsigned kDataThreads = 256;

inline unsigned blocks_for_data(std::size_t n) {
  return static_cast<unsigned>(std::min<std::size_t>((n + kDataThreads - 1) / kDataThreads, 4096));
}

// to[i] = element(i)
template <typename T, typename Element>
__global__ void make_elements(T* to, std::size_t n, Element element) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    to[i] = element(i);
  }
}

template <typename T>
struct OneOperand {
  Operands<T> operands;
  int number;
  __device__ T operator()(std::size_t i) const { return operands(number, i); }
};

template <typename T>
void make_operand(T* to, std::size_t n, const Operands<T>& operands, int number) {
  if (n == 0) return;
  make_elements<<<blocks_for_data(n), kDataThreads>>>(to, n, OneOperand<T>{operands, number});
  CUDA_CHECK(cudaGetLastError());
}

template <typename Sample>
void make_samples_there(Sample* to, const SampleRule<Sample>& rule) {
  if (rule.n == 0) return;
  make_elements<<<blocks_for_data(rule.n), kDataThreads>>>(to, rule.n, rule);
  CUDA_CHECK(cudaGetLastError());
}

// *first becomes the smallest index of a wrong sum, if there is one.
template <typename T>
__global__ void find_wrong_sum(const T* sums, std::size_t n, Operands<T> operands,
                               unsigned long long* first) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    if (is_same(sums[i], operands.sum(i))) continue;
    atomicMin(first, static_cast<unsigned long long>(i));
    return;  // this thread's others come later
  }
}

template <typename T>
std::size_t first_wrong_sum(const T* sums, std::size_t n, const Operands<T>& operands) {
  if (n == 0) return 0;
  const DeviceMemory memory(sizeof(unsigned long long));
  auto* const there = reinterpret_cast<unsigned long long*>(memory.data());
  unsigned long long first = n;
  CUDA_CHECK(cudaMemcpy(there, &first, sizeof first, cudaMemcpyHostToDevice));
  find_wrong_sum<<<blocks_for_data(n), kDataThreads>>>(sums, n, operands, there);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(&first, there, sizeof first, cudaMemcpyDeviceToHost));
  return static_cast<std::size_t>(first);
}

inline constexpr DataKernels kDataKernels = {
    AddKernels<float>{make_operand<float>, first_wrong_sum<float>},
    AddKernels<__half>{make_operand<__half>, first_wrong_sum<__half>},
    SampleKernels<std::int32_t>{make_samples_there<std::int32_t>},
    SampleKernels<std::uint16_t>{make_samples_there<std::uint16_t>},
    SampleKernels<std::uint8_t>{make_samples_there<std::uint8_t>}};

}  // namespace course
