// The arrays of one add, in device memory. What they hold, and their sums, follows from the seed.
#pragma once

#include <memory>

#include "common/harness/problem/data.h"
#include "common/harness/problem/data_kernels.h"

namespace course {

// Sizes and layout of an add.
struct ElementwiseSpec {
  std::size_t rows = 1, columns = 0;  // n = rows x columns elements
  std::uint64_t seed = 1;
  Layout a, b, c;
  const DataKernels* kernels = nullptr;  // make and check the arrays where they lie; none: the host
};

// What lies around the arrays. No sum of two random operands is likely to be exactly this.
template <typename T>
T operand_fence() {
  return T(1.0f);
}

// Bytes of results before a launch: NaN, so that an element that nobody writes cannot pass; and
// another pattern, so that nobody can tell by NaN what is still to do.
constexpr int kUnwritten = 0xFF, kOtherUnwritten = 0x55;

// T is float or __half. Throws UsageError when the arrays do not fit.
template <typename T>
class ElementwiseData : public Data {
 public:
  explicit ElementwiseData(const ElementwiseSpec& spec);

  AnyProblem problem(const Device& device, Workspace& workspace, const LaunchOptions& asked,
                     bool on_host) override;
  // The other pattern with a changed input.
  void clear(bool on_host = false) override;
  Verdict verify(bool on_host = false) override;
  void change_input(bool changed) override;
  void repair() override;
  DataLabel label() const override;
  std::optional<Prediction> predict(const Work& work, const Device& device,
                                    const Rates& rates) const override;

 private:
  void make(int number, const GuardedBuffer<T>& operand) const;
  const AddKernels<T>* kernels() const {
    return spec_.kernels == nullptr ? nullptr : &std::get<AddKernels<T>>(*spec_.kernels);
  }
  void renew(std::size_t i);  // element i of a becomes what it must be now

  ElementwiseSpec spec_;
  Operands<T> operands_;
  GuardedBuffer<T> a_, b_, c_;
  std::uint64_t changes_ = 0;   // how many there were
  std::uint64_t verified_ = 0;  // how often
};

// What follows from the sizes alone.
template <typename T>
std::unique_ptr<Preview> preview_add(const ElementwiseSpec& spec);

extern template class ElementwiseData<float>;
extern template class ElementwiseData<__half>;

}  // namespace course
