#include "common/harness/problem/elementwise_data.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "common/harness/device/space.h"
#include "common/harness/problem/parallel.h"
#include "common/harness/problem/random.h"

namespace course {
namespace {

template <typename T>
DataLabel label_of(std::size_t n) {
  DataLabel label;
  label.type = std::is_same_v<T, float> ? "float32" : "float16";
  label.n = n;
  label.bytes = 3 * n * sizeof(T);  // two reads and one write
  return label;
}

// The probes read memory; they say nothing of data that stays in L2.
template <typename T>
std::optional<Prediction> predict_sums(std::size_t n, const Work& work, const Rates& rates) {
  const double l2_bytes = rates.at(probe::kL2Bytes).value_or(0);
  if (work.manner.access_bytes == 0 || static_cast<double>(label_of<T>(n).bytes) <= l2_bytes) {
    return std::nullopt;
  }
  return predict_add(n, sizeof(T), work.manner, rates);
}

template <typename T>
class ElementwisePreview : public Preview {
 public:
  explicit ElementwisePreview(const ElementwiseSpec& spec) : spec_(spec) {}

  AnyProblem problem(const Device& device, Workspace&, const LaunchOptions& asked) const override {
    const ElementwiseProblem<T> problem{{asked, device}, nullptr,      nullptr, nullptr, n(),
                                        spec_.rows,      spec_.columns};
    return AnyProblem(std::in_place_type<ElementwiseProblem<T>>, problem);
  }
  DataLabel label() const override { return label_of<T>(n()); }
  std::optional<Prediction> predict(const Work& work, const Device&,
                                    const Rates& rates) const override {
    return predict_sums<T>(n(), work, rates);
  }

 private:
  std::size_t n() const { return spec_.rows * spec_.columns; }
  const ElementwiseSpec spec_;
};

void require_space(const ElementwiseSpec& spec, std::size_t element_bytes) {
  const std::size_t bytes = spec.rows * spec.columns * element_bytes;
  require_memory(3 * bytes, spec.kernels == nullptr ? bytes : 0, "--n, or --rows and --cols");
}

}  // namespace

template <typename T>
ElementwiseData<T>::ElementwiseData(const ElementwiseSpec& spec)
    : spec_((require_space(spec, sizeof(T)), spec)),
      operands_{spec.seed},
      a_(spec.rows * spec.columns, spec.a, operand_fence<T>()),
      b_(a_.size(), spec.b, operand_fence<T>()),
      c_(a_.size(), spec.c, operand_fence<T>()) {
  make(0, a_);
  make(1, b_);
}

template <typename T>
void ElementwiseData<T>::make(int number, const GuardedBuffer<T>& operand) const {
  if (kernels() != nullptr) {
    return kernels()->make_operand(operand.data(), operand.size(), operands_, number);
  }
  std::vector<T> values(operand.size());
  parallel_for(values.size(), "making operands",
               [&](std::size_t i) { values[i] = operands_(number, i); });
  operand.upload(values);
}

template <typename T>
AnyProblem ElementwiseData<T>::problem(const Device& device, Workspace&, const LaunchOptions& asked,
                                       bool) {
  const ElementwiseProblem<T> problem{{asked, device}, a_.data(),  b_.data(),    c_.data(),
                                      a_.size(),       spec_.rows, spec_.columns};
  return AnyProblem(std::in_place_type<ElementwiseProblem<T>>, problem);
}

template <typename T>
void ElementwiseData<T>::clear(bool) {
  c_.fill_bytes(operands_.changed != SIZE_MAX ? kOtherUnwritten : kUnwritten);
}

template <typename T>
Verdict ElementwiseData<T>::verify(bool) {
  const std::uint64_t draw = random_bits(1, verified_++);
  const auto sum = [this](std::size_t i) { return operands_.sum(i); };
  Verdict verdict;
  if (kernels() == nullptr) {
    verdict = verify_sums(c_.download(), sum);
  } else {
    // The host looks as well: options that make a device add otherwise, such as -use_fast_math,
    // hold for both kernels.
    const std::size_t wrong = std::min(kernels()->first_wrong_sum(c_.data(), c_.size(), operands_),
                                       c_.first_other(sum, draw));
    if (wrong < c_.size()) verdict = wrong_sum(wrong, c_.get(wrong), sum(wrong));
  }
  for (const GuardedBuffer<T>* buffer : {&a_, &b_, &c_}) {
    const std::string damage = buffer->damage();
    if (!damage.empty()) verdict = damaged(damage);
  }
  const auto a = [this](std::size_t i) { return operands_(0, i); };
  const auto b = [this](std::size_t i) { return operands_(1, i); };
  if (!a_.holds(a, draw) || !b_.holds(b, draw)) verdict = damaged("an input was modified");
  return verdict;
}

template <typename T>
void ElementwiseData<T>::renew(std::size_t i) {
  if (i < a_.size()) a_.set(i, operands_(0, i));
}

template <typename T>
void ElementwiseData<T>::change_input(bool changed) {
  const std::size_t before = std::exchange(operands_.changed, SIZE_MAX);
  renew(before);
  if (!changed || a_.size() == 0) return;
  operands_.changed = random_bits(spec_.seed, a_.size() + changes_++) % a_.size();
  renew(operands_.changed);
}

template <typename T>
void ElementwiseData<T>::repair() {
  make(0, a_);
  make(1, b_);
  for (const GuardedBuffer<T>* buffer : {&a_, &b_, &c_}) buffer->write_fences();
}

template <typename T>
DataLabel ElementwiseData<T>::label() const {
  return label_of<T>(a_.size());
}

template <typename T>
std::optional<Prediction> ElementwiseData<T>::predict(const Work& work, const Device&,
                                                      const Rates& rates) const {
  return predict_sums<T>(a_.size(), work, rates);
}

template <typename T>
std::unique_ptr<Preview> preview_add(const ElementwiseSpec& spec) {
  return std::make_unique<ElementwisePreview<T>>(spec);
}

template std::unique_ptr<Preview> preview_add<float>(const ElementwiseSpec&);
template std::unique_ptr<Preview> preview_add<__half>(const ElementwiseSpec&);
template class ElementwiseData<float>;
template class ElementwiseData<__half>;

}  // namespace course
