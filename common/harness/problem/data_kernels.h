// Kernels that make and check data where they lie. They are in common/kernels/data_kernels.cuh, and
// come with the lesson, because only the lesson goes through the CUDA compiler.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "common/harness/problem/operands.h"
#include "common/harness/problem/sample_rule.h"

namespace course {

// `to` and `sums` are device memory of n elements.
template <typename T>
struct AddKernels {
  void (*make_operand)(T* to, std::size_t n, const Operands<T>& operands, int number);
  // The first element that is not what the operands give, bit by bit, or n. Waits for it.
  std::size_t (*first_wrong_sum)(const T* sums, std::size_t n, const Operands<T>& operands);
};
template <typename Sample>
struct SampleKernels {
  // The rule's pointers are to device memory.
  void (*make_samples)(Sample* to, const SampleRule<Sample>& rule);
};

using DataKernels = std::tuple<AddKernels<float>, AddKernels<__half>, SampleKernels<std::int32_t>,
                               SampleKernels<std::uint16_t>, SampleKernels<std::uint8_t>>;

}  // namespace course
