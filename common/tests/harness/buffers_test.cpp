// Device memory that knows when somebody wrote beside it, and scratch memory of variants.
#include "common/harness/device/buffer.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

#include "broken_kernels.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

template <typename T>
T value_of(float value) {
  return T(value);
}

template <typename T>
void check_damage(std::size_t size, Layout layout) {
  CAPTURE(size);
  CAPTURE(layout.offset);
  const GuardedBuffer<T> buffer(size, layout, value_of<T>(1));
  CHECK(buffer.damage().empty());
  const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(size);
  for (const std::ptrdiff_t at : {std::ptrdiff_t{0}, end - 1}) {
    if (size > 0) write_one(buffer.data(), at, value_of<T>(7));
  }
  CHECK(buffer.damage().empty());  // its own elements may be written

  if (layout.border != Border::tight_in_front || layout.offset > 0) {
    write_one(buffer.data(), -1, value_of<T>(7));
    CHECK(contains(buffer.damage(), "before"));
    write_one(buffer.data(), -1, value_of<T>(1));  // back to the fence's value
    CHECK(buffer.damage().empty());
  }
  if (layout.border == Border::tight_behind || layout.border == Border::exact_behind) return;
  write_one(buffer.data(), end, value_of<T>(7));
  CHECK(contains(buffer.damage(), "behind"));
}

}  // namespace

TEST_CASE_TEMPLATE("one element written before or behind is seen, for every layout", T, float,
                   __half, unsigned char) {
  for (const std::size_t size : {0, 1, 70, 1000}) {
    for (const std::size_t offset : {0, 1, 3, 9}) {
      for (const Border border :
           {Border::watched, Border::tight_behind, Border::exact_behind, Border::tight_in_front}) {
        check_damage<T>(size, {offset, border});
      }
    }
  }
}

TEST_CASE("the far end of the watched memory is watched, too: 256 bytes on each side") {
  const GuardedBuffer<float> buffer(10, Layout(), 1.0f);
  write_one(buffer.data(), -64, 7.0f);
  CHECK(contains(buffer.damage(), "before"));
  const GuardedBuffer<float> other(10, Layout(), 1.0f);
  write_one(other.data(), 10 + 63, 7.0f);
  CHECK(contains(other.damage(), "behind"));
}

TEST_CASE("damage is seen bit by bit: -0 is no 0, and NaN is itself") {
  const GuardedBuffer<float> zeros(1, Layout(), 0.0f);
  write_one(zeros.data(), 1, -0.0f);
  CHECK(contains(zeros.damage(), "behind"));
  const GuardedBuffer<float> nans(1, Layout(), std::numeric_limits<float>::quiet_NaN());
  CHECK(nans.damage().empty());
}

TEST_CASE("an offset moves the elements off a vector load's alignment by as many elements") {
  for (const std::size_t offset : {0, 1, 2, 5}) {
    for (const Border border : {Border::watched, Border::tight_behind, Border::tight_in_front}) {
      const GuardedBuffer<float> buffer(8, {offset, border}, 0.0f);
      CHECK(reinterpret_cast<std::uintptr_t>(buffer.data()) % 16 == offset * sizeof(float) % 16);
    }
  }
}

TEST_CASE("what is uploaded comes back, and fill_bytes reaches every element and no other") {
  GuardedBuffer<float> buffer(1000, {3, Border::watched}, 1.0f);
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  buffer.upload(values);
  CHECK(buffer.download() == values);
  buffer.fill_bytes(0);
  CHECK(buffer.download() == std::vector<float>(1000, 0.0f));
  CHECK(buffer.damage().empty());
  CHECK(buffer.size() == 1000);
}

TEST_CASE("a buffer of no elements is as usable as others") {
  GuardedBuffer<float> buffer(0, Layout(), 1.0f);
  buffer.upload({});
  buffer.fill_bytes(0);
  CHECK(buffer.download().empty());
  CHECK(buffer.damage().empty());
}

TEST_CASE("an upload of another size is a mistake of the program") {
  GuardedBuffer<float> buffer(2, Layout(), 1.0f);
  CHECK_THROWS_AS(buffer.upload({1.0f}), std::logic_error);
  CHECK_THROWS_AS(buffer.upload({1.0f, 2.0f, 3.0f}), std::logic_error);
}

TEST_CASE("workspace is poisoned when it is new, and when asked") {
  Workspace workspace;
  const auto content = [](const unsigned char* memory, std::size_t bytes) {
    std::vector<unsigned char> values(bytes);
    CUDA_CHECK(cudaMemcpy(values.data(), memory, bytes, cudaMemcpyDeviceToHost));
    return values;
  };
  unsigned char* const memory = workspace.get<unsigned char>(1000);
  CHECK(content(memory, 1000) == std::vector<unsigned char>(1000, 0xA5));
  write_one(memory, 999, static_cast<unsigned char>(0));
  CHECK(content(memory, 1000).back() == 0);
  workspace.poison();
  CHECK(content(memory, 1000) == std::vector<unsigned char>(1000, 0xA5));
}

TEST_CASE("workspace is kept for the next launches, and grows where more is asked for") {
  Workspace workspace;
  CHECK(workspace.bytes() == 0);
  unsigned* const first = workspace.get<unsigned>(100);
  CHECK(workspace.bytes() == 400);
  workspace.start_launch();
  CHECK(workspace.get<unsigned>(100) == first);
  workspace.start_launch();
  CHECK(workspace.get<unsigned>(10) == first);
  CHECK(workspace.bytes() == 400);  // the most that was asked for
  workspace.start_launch();
  CHECK(workspace.get<unsigned>(100000) != nullptr);
  CHECK(workspace.bytes() == 400000);
}

TEST_CASE("requests of one launch get different memory, the same in each launch") {
  Workspace workspace;
  unsigned* const first = workspace.get<unsigned>(100);
  unsigned* const second = workspace.get<unsigned>(50);
  CHECK((second >= first + 100 || second + 50 <= first));
  CHECK(workspace.bytes() == 600);
  workspace.start_launch();
  CHECK(workspace.get<unsigned>(100) == first);
  CHECK(workspace.get<unsigned>(50) == second);
  CHECK(workspace.bytes() == 600);
}

TEST_CASE("workspace that does not fit is refused, naming need and have, and nothing is broken") {
  Workspace workspace;
  const std::string message =
      message_of<NotApplicable>([&] { workspace.get<unsigned char>(std::size_t{1} << 60); });
  CHECK(contains(message, "1 EiB"));
  CHECK(contains(message, "free"));
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(workspace.get<unsigned>(1) != nullptr);
}

TEST_CASE("workspace whose size in bytes overflows is refused as well") {
  Workspace workspace;
  CHECK_THROWS_AS(workspace.get<std::uint64_t>(SIZE_MAX / 8 + 2), NotApplicable);
}
