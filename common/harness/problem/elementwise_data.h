// The arrays of one add on host and device, and the sums that they must give.
#pragma once

#include <memory>
#include <vector>

#include "common/harness/problem/data.h"

namespace course {

// Sizes and layout of an add.
struct ElementwiseSpec {
  std::size_t rows = 1, columns = 0;  // n = rows x columns elements
  std::uint64_t seed = 1;
  Layout a, b, c;
};

// T is float or __half. Throws UsageError when the arrays do not fit.
template <typename T>
class ElementwiseData : public Data {
 public:
  explicit ElementwiseData(const ElementwiseSpec& spec);

  AnyProblem problem(const Device& device, Workspace& workspace, const LaunchOptions& asked,
                     bool on_host) override;
  // NaN, so that an element that nobody writes cannot pass; with a changed input another pattern,
  // so that nobody can tell by NaN what is still to do.
  void clear(bool on_host = false) override;
  Verdict verify(bool on_host = false) override;
  void change_input(bool changed) override;
  void repair() override;
  DataLabel label() const override;
  std::optional<Prediction> predict(const Work& work, const Device& device,
                                    const Rates& rates) const override;

 private:
  // Element i of an operand as the device must have it.
  T operand(int number, std::size_t i) const;
  std::vector<T> operand(int number) const;
  void update(std::size_t i);  // element i of a, and its sum, to what they must be now

  ElementwiseSpec spec_;
  std::vector<T> sums_;
  GuardedBuffer<T> a_, b_, c_;
  bool changed_ = false;
  std::size_t changed_place_ = 0;
  std::uint64_t changes_ = 0;   // how many there were
  std::uint64_t verified_ = 0;  // how often
};

// What follows from the sizes alone.
template <typename T>
std::unique_ptr<Preview> preview_add(const ElementwiseSpec& spec);

// Random numbers of many magnitudes for element i of operand `operand`: the same on every machine,
// never NaN. Some float16 sums of them overflow to infinity and some are subnormal.
template <typename T>
T operand_value(std::uint64_t seed, int operand, std::size_t i);

extern template class ElementwiseData<float>;
extern template class ElementwiseData<__half>;

}  // namespace course
