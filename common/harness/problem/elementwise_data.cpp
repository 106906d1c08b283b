#include "common/harness/problem/elementwise_data.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "common/harness/device/space.h"
#include "common/harness/problem/parallel.h"
#include "common/harness/problem/random.h"

namespace course {
namespace {

// What lies around the arrays. No sum of two random operands is likely to be exactly this.
template <typename T>
T fence() {
  return T(1.0f);
}

// Pairs of operands whose sum is easy to get wrong: zeros of all signs, subnormal numbers,
// infinity, overflow, and a difference that is subnormal.
constexpr std::uint64_t kSpecialValues = 8;
template <typename T>
T special_value(int operand, std::uint64_t which) {
  constexpr bool is_float = std::is_same_v<T, float>;
  const float tiny = is_float ? 0x1p-149f : 0x1p-24f;   // the smallest subnormal
  const float small = is_float ? 0x1p-126f : 0x1p-14f;  // the smallest normal
  const float large = is_float ? 0x1.fffffep127f : 65504.0f;
  const float infinity = std::numeric_limits<float>::infinity();
  const float pairs[kSpecialValues][2] = {{-0.0f, -0.0f}, {-0.0f, 0.0f},        {0.0f, -0.0f},
                                          {tiny, 0.0f},   {3 * tiny, 5 * tiny}, {infinity, 1.0f},
                                          {large, large}, {small, -small / 2}};
  return T(pairs[which][operand]);
}

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
  require_memory(3 * bytes, 4 * bytes, "--n, or --rows and --cols");
}

}  // namespace

template <typename T>
T operand_value(std::uint64_t seed, int operand, std::size_t i) {
  // Anywhere, so that each lane of a pack gets them.
  const std::uint64_t draw = random_bits(~seed, i);
  if (draw % 16 == 0) return special_value<T>(operand, draw / 16 % kSpecialValues);
  const std::uint64_t bits = random_bits(seed * 2 + static_cast<std::uint64_t>(operand), i);
  // A magnitude from 2^-18 to 2^16: in float16 that reaches from subnormal to the largest numbers.
  const int exponent = static_cast<int>((bits >> 8) % 35) - 18;
  const float mantissa = static_cast<float>((bits >> 40) * 0x1p-24 * 2 - 1);
  return T(std::fmin(std::fmax(std::ldexp(mantissa, exponent), -65504.0f), 65504.0f));
}

template <typename T>
ElementwiseData<T>::ElementwiseData(const ElementwiseSpec& spec)
    : spec_((require_space(spec, sizeof(T)), spec)),
      sums_(spec.rows * spec.columns),
      a_(sums_.size(), spec.a, fence<T>()),
      b_(sums_.size(), spec.b, fence<T>()),
      c_(sums_.size(), spec.c, fence<T>()) {
  const std::vector<T> a = operand(0), b = operand(1);
  parallel_for(sums_.size(), [&](std::size_t i) { sums_[i] = reference_sum(a[i], b[i]); });
  a_.upload(a);
  b_.upload(b);
}

template <typename T>
AnyProblem ElementwiseData<T>::problem(const Device& device, Workspace&, const LaunchOptions& asked,
                                       bool) {
  const ElementwiseProblem<T> problem{{asked, device}, a_.data(),  b_.data(),    c_.data(),
                                      sums_.size(),    spec_.rows, spec_.columns};
  return AnyProblem(std::in_place_type<ElementwiseProblem<T>>, problem);
}

template <typename T>
void ElementwiseData<T>::clear(bool) {
  c_.fill_bytes(changed_ ? 0x55 : 0xFF);
}

template <typename T>
Verdict ElementwiseData<T>::verify(bool) {
  Verdict verdict = verify_sums(c_.download(), sums_);
  for (const GuardedBuffer<T>* buffer : {&a_, &b_, &c_}) {
    const std::string damage = buffer->damage();
    if (!damage.empty()) verdict = damaged(damage);
  }
  const std::uint64_t draw = random_bits(1, verified_++);
  const auto a = [this](std::size_t i) { return operand(0, i); };
  const auto b = [this](std::size_t i) { return operand(1, i); };
  if (!a_.holds(a, draw) || !b_.holds(b, draw)) verdict = damaged("an input was modified");
  return verdict;
}

template <typename T>
T ElementwiseData<T>::operand(int number, std::size_t i) const {
  if (!changed_ || number == 1 || i != changed_place_) {
    return operand_value<T>(spec_.seed, number, i);
  }
  // The other operand's opposite: the sum becomes 0.
  return T(-static_cast<float>(operand_value<T>(spec_.seed, 1, i)));
}

template <typename T>
std::vector<T> ElementwiseData<T>::operand(int number) const {
  std::vector<T> values(sums_.size());
  parallel_for(values.size(), [&](std::size_t i) { values[i] = operand(number, i); });
  return values;
}

template <typename T>
void ElementwiseData<T>::update(std::size_t i) {
  sums_[i] = reference_sum(operand(0, i), operand(1, i));
  a_.set(i, operand(0, i));
}

template <typename T>
void ElementwiseData<T>::change_input(bool changed) {
  if (sums_.empty()) return;
  changed_ = false;
  update(changed_place_);
  if (!changed) return;
  changed_ = true;
  changed_place_ = random_bits(spec_.seed, sums_.size() + changes_++) % sums_.size();
  update(changed_place_);
}

template <typename T>
void ElementwiseData<T>::repair() {
  a_.upload(operand(0));
  b_.upload(operand(1));
  for (const GuardedBuffer<T>* buffer : {&a_, &b_, &c_}) buffer->write_fences();
}

template <typename T>
DataLabel ElementwiseData<T>::label() const {
  return label_of<T>(sums_.size());
}

template <typename T>
std::optional<Prediction> ElementwiseData<T>::predict(const Work& work, const Device&,
                                                      const Rates& rates) const {
  return predict_sums<T>(sums_.size(), work, rates);
}

template <typename T>
std::unique_ptr<Preview> preview_add(const ElementwiseSpec& spec) {
  return std::make_unique<ElementwisePreview<T>>(spec);
}

template float operand_value(std::uint64_t, int, std::size_t);
template __half operand_value(std::uint64_t, int, std::size_t);
template std::unique_ptr<Preview> preview_add<float>(const ElementwiseSpec&);
template std::unique_ptr<Preview> preview_add<__half>(const ElementwiseSpec&);
template class ElementwiseData<float>;
template class ElementwiseData<__half>;

}  // namespace course
