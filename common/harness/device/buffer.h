// Device memory that frees itself, and that knows when somebody wrote beside it.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "common/harness/device/check.h"
#include "common/harness/problem/parallel.h"

namespace course {

struct CudaFree {
  void operator()(void* memory) const { cudaFree(memory); }
};

// Which end of an allocation lies where the CPU backend notices every access beyond it. On a GPU
// that takes compute-sanitizer, which needs no choice.
enum class GuardedEnd { behind, in_front };

// Owned device memory, `bytes` long; empty for 0 bytes. Throws CudaError when it does not fit.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes = 0, GuardedEnd end = GuardedEnd::behind);
  unsigned char* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<unsigned char, CudaFree> memory_;
  std::size_t bytes_ = 0;
};

// What lies beside a buffer's elements. Watched bytes show who writes there; where there are none,
// a checker sees who reads.
enum class Border {
  watched,        // watched bytes on both sides
  tight_behind,   // none behind, where the allocation ends, or up to 15 bytes before its end
  exact_behind,   // none behind, where the allocation ends; the offset is what the size makes it
  tight_in_front  // none in front, but for an offset
};

// Where a buffer's elements lie in its allocation.
struct Layout {
  std::size_t offset = 0;  // elements by which data() is moved off its 256-byte alignment
  Border border = Border::watched;

  GuardedEnd guarded_end() const {
    return border == Border::tight_in_front ? GuardedEnd::in_front : GuardedEnd::behind;
  }
};

// ", offset 3", ", at the start of its memory", ...
std::string describe(const Layout& layout);

// `size` elements of T on the device with watched bytes beside them, as the layout says.
// The watched bytes hold copies of `fence`: give an input a fence that is a valid value, and a
// kernel that reads past the end computes a wrong result instead of hiding its mistake.
template <typename T>
class GuardedBuffer {
 public:
  GuardedBuffer(std::size_t size, Layout layout, T fence)
      : size_(size),
        before_(elements_before(size, layout)),
        behind_(is_tight_behind(layout) ? 0 : kGuardBytes / sizeof(T)),
        fence_(fence),
        memory_((before_ + size + behind_) * sizeof(T), layout.guarded_end()) {
    write_fences();
  }

  // The watched bytes become again what they must be.
  void write_fences() const {
    write_fence(0, before_);
    write_fence(before_ + size_, behind_);
  }

  T* data() const { return reinterpret_cast<T*>(memory_.data()) + before_; }
  std::size_t size() const { return size_; }

  void upload(const std::vector<T>& values) const {
    if (values.size() != size_) throw std::logic_error("upload of another size than the buffer's");
    if (size_ == 0) return;
    CUDA_CHECK(cudaMemcpy(data(), values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  void set(std::size_t i, T value) const {
    CUDA_CHECK(cudaMemcpy(data() + i, &value, sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const { return read(before_, size_); }

  // Every byte of the elements becomes `byte`, in stream order.
  void fill_bytes(int byte) const {
    if (size_ > 0) CUDA_CHECK(cudaMemsetAsync(data(), byte, size_ * sizeof(T)));
  }

  T get(std::size_t i) const { return read(before_ + i, 1)[0]; }

  // The first element i that is not expected(i), bit by bit, or size(). Of large buffers only both
  // ends are compared, and a part between them that follows from `draw`: copying a gigabyte back
  // for every variant would take longer than timing it.
  template <typename Expected>
  std::size_t first_other(Expected expected, std::uint64_t draw) const {
    constexpr std::size_t kPart = std::size_t{1} << 18;
    const auto first_of_part = [&](std::size_t first, std::size_t count) {
      const std::vector<T> values = read(before_ + first, count);
      const std::size_t other = first_where(count, "comparing", [&](std::size_t i) {
        const T wanted = expected(first + i);
        return std::memcmp(&values[i], &wanted, sizeof(T)) != 0;
      });
      return other == count ? size_ : first + other;
    };
    if (size_ <= 3 * kPart) return first_of_part(0, size_);
    const std::size_t between = kPart + draw % (size_ - 3 * kPart + 1);
    return std::min({first_of_part(0, kPart), first_of_part(between, kPart),
                     first_of_part(size_ - kPart, kPart)});
  }
  template <typename Expected>
  bool holds(Expected expected, std::uint64_t draw) const {
    return first_other(expected, draw) == size_;
  }

  // "" while the watched bytes are as they were, else what was overwritten.
  std::string damage() const {
    if (!is_fence(read(0, before_))) return "memory before the buffer was overwritten";
    if (!is_fence(read(before_ + size_, behind_)))
      return "memory behind the buffer was overwritten";
    return "";
  }

 private:
  static constexpr std::size_t kGuardBytes = 256;
  static constexpr std::size_t kAligned = 16 / sizeof(T);  // allocations end at 16 bytes

  static bool is_tight_behind(const Layout& layout) {
    return layout.border == Border::tight_behind || layout.border == Border::exact_behind;
  }
  static std::size_t elements_before(std::size_t size, const Layout& layout) {
    if (layout.border == Border::tight_in_front) return layout.offset;
    const std::size_t guard = kGuardBytes / sizeof(T);
    if (layout.border != Border::exact_behind) return guard + layout.offset;
    return guard + (kAligned - size % kAligned) % kAligned;
  }

  void write_fence(std::size_t first, std::size_t count) const {
    if (count == 0) return;
    const std::vector<T> values(count, fence_);
    T* const place = reinterpret_cast<T*>(memory_.data()) + first;
    CUDA_CHECK(cudaMemcpy(place, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> read(std::size_t first, std::size_t count) const {
    std::vector<T> values(count);
    const T* const place = reinterpret_cast<const T*>(memory_.data()) + first;
    if (count > 0) {
      CUDA_CHECK(cudaMemcpy(values.data(), place, count * sizeof(T), cudaMemcpyDeviceToHost));
    }
    return values;
  }
  bool is_fence(const std::vector<T>& values) const {
    for (const T& value : values) {
      if (std::memcmp(&value, &fence_, sizeof(T)) != 0) return false;
    }
    return true;
  }

  std::size_t size_, before_, behind_;
  T fence_;
  DeviceMemory memory_;
};

// Scratch memory of a variant, allocated when a launch first asks for it and kept for the next
// launches, so that allocation is never part of a timing. A variant must not expect any content.
class Workspace {
 public:
  // Pieces of at most `most_bytes`.
  explicit Workspace(GuardedEnd end = GuardedEnd::behind, std::size_t most_bytes = SIZE_MAX)
      : end_(end), most_of_piece_(most_bytes) {}

  // `count` elements of T, other memory for each request of a launch. Throws NotApplicable, saying
  // need and have, when they do not fit.
  template <typename T>
  T* get(std::size_t count) {
    if (count > SIZE_MAX / sizeof(T)) throw NotApplicable("needs a workspace of over 2^64 bytes");
    return reinterpret_cast<T*>(reserve(count * sizeof(T)));
  }
  std::size_t bytes() const { return most_; }  // the most that one launch asked for

  void start_launch() { next_ = asked_ = 0; }  // its requests get the same memory again
  void poison() const;  // fills it with 0xA5: what a variant forgets to write becomes visible

 private:
  unsigned char* reserve(std::size_t bytes);

  GuardedEnd end_;
  std::size_t most_of_piece_;
  std::vector<DeviceMemory> pieces_;  // one for each request of a launch, in their order
  std::size_t next_ = 0;              // number of the next request
  std::size_t asked_ = 0, most_ = 0;  // bytes
};

}  // namespace course
