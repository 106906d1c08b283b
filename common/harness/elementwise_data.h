// The arrays of one add on host and device, and the sums that they must give.
#pragma once

#include <cuda_fp16.h>

#include <vector>

#include "common/harness/buffer.h"
#include "common/harness/elementwise_lesson.h"
#include "common/harness/verification.h"

namespace course {

// Sizes and layout of an add.
struct ElementwiseSpec {
  std::size_t rows = 1, columns = 0;  // n = rows x columns elements
  std::uint64_t seed = 1;
  Layout a, b, c;
};

// T is float or __half. Throws UsageError when the arrays do not fit.
template <typename T>
class ElementwiseData {
 public:
  explicit ElementwiseData(const ElementwiseSpec& spec);

  ElementwiseProblem<T> problem(unsigned block) const;
  void clear() const { c_.fill_bytes(0xFF); }  // NaN: an element that nobody writes cannot pass
  Verdict verify() const;
  // true: one element of a becomes another, and with it the sum; false: back.
  void change_input(bool changed);

 private:
  // The operand as the device must have it.
  std::vector<T> operand(int number) const;
  std::size_t changed_place() const { return sums_.size() / 2; }
  T changed_value() const;

  ElementwiseSpec spec_;
  std::vector<T> sums_;
  GuardedBuffer<T> a_, b_, c_;
  bool changed_ = false;
};

// Random numbers of many magnitudes for element i of operand `operand`: the same on every machine,
// never NaN. Some float16 sums of them overflow to infinity and some are subnormal.
template <typename T>
T operand_value(std::uint64_t seed, int operand, std::size_t i);

extern template class ElementwiseData<float>;
extern template class ElementwiseData<__half>;

}  // namespace course
