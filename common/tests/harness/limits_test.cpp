// Limits that launches must keep, and how they are named.
#include <doctest/doctest.h>

#include "common/harness/device/device.h"
#include "common/harness/problem/launch_context.h"
#include "common/harness/problem/workload.h"
#include "common/kernels/aligned.cuh"
#include "message_of.h"

using namespace course;
using namespace course_tests;

TEST_CASE("blocks_for covers every element, and never launches no block") {
  CHECK(blocks_for(0, 256) == 1);
  CHECK(blocks_for(1, 256) == 1);
  CHECK(blocks_for(256, 256) == 1);
  CHECK(blocks_for(257, 256) == 2);
  CHECK(blocks_for(1000003, 1024) == 977);
  CHECK(blocks_for(5, 1) == 5);
}

TEST_CASE("blocks_for refuses more blocks than a grid has, naming need and limit") {
  CHECK(blocks_for(2147483647, 1) == 2147483647u);
  const std::string message = message_of<NotApplicable>([] { blocks_for(2147483648u, 1); });
  CHECK(contains(message, "2147483648"));
  CHECK(contains(message, "2147483647"));
  CHECK_THROWS_AS(blocks_for(SIZE_MAX, 2), NotApplicable);  // and rounding up does not overflow
}

TEST_CASE("shared memory beyond the device's is refused, naming need and limit") {
  Device device;
  device.shared_memory_opt_in = 227 << 10;
  CHECK_NOTHROW(require_shared_memory(device, 0));
  CHECK_NOTHROW(require_shared_memory(device, 227 << 10));
  const std::string message =
      message_of<NotApplicable>([&] { require_shared_memory(device, 256 << 10); });
  CHECK(contains(message, "256 KiB"));
  CHECK(contains(message, "227 KiB"));
  CHECK_THROWS_AS(require_shared_memory(device, (227 << 10) + 1), NotApplicable);
  const std::string close =
      message_of<NotApplicable>([&] { require_shared_memory(device, (227 << 10) + 4); });
  CHECK(close.find("needs 232,452 bytes") != std::string::npos);
  CHECK(close.find("allows 232,448 bytes") != std::string::npos);
}

TEST_CASE("resident blocks are limited by threads, by shared memory and by the number of blocks") {
  Device device;
  device.max_threads_per_multiprocessor = 2048;
  device.max_blocks_per_multiprocessor = 32;
  device.shared_memory_per_multiprocessor = 228 << 10;
  device.shared_memory_reserved = 1 << 10;
  CHECK(resident_blocks(device, 1024, 0) == 2);
  CHECK(resident_blocks(device, 256, 0) == 8);
  CHECK(resident_blocks(device, 1, 0) == 32);
  CHECK(resident_blocks(device, 33, 0) == 32);
  CHECK(resident_blocks(device, 1000, 0) == 2);         // 32 warps
  CHECK(resident_blocks(device, 256, 113 << 10) == 2);  // 114 KiB each
  CHECK(resident_blocks(device, 256, 227 << 10) == 1);
  CHECK(resident_blocks(device, 256, 1 << 20) == 1);  // at least 1, even if it fits nowhere
}

TEST_CASE("a grid is never larger than its samples are worth, unless it is asked for") {
  Device device;
  device.multiprocessors = 132;
  device.max_threads_per_multiprocessor = 2048;
  device.max_blocks_per_multiprocessor = 32;
  device.shared_memory_per_multiprocessor = 228 << 10;
  LaunchContext context{{}, device};
  CHECK(context.resident(1024, 0, 0).blocks == 1);
  CHECK(context.resident(1024, 0, 1).blocks == 1);
  CHECK(context.resident(1024, 0, 1000).blocks == 1);
  CHECK(context.resident(1024, 0, 65536).blocks == 16);
  CHECK(context.resident(1024, 0, 1 << 20).blocks == 64);
  CHECK(context.resident(1024, 0, 1 << 28).blocks == 264);
  CHECK(context.rows_of(5, 1024, 1 << 28).blocks == 26);  // 130 of 132 multiprocessors
  CHECK(context.rows_of(5, 1024, 1000).blocks == 1);
  CHECK(context.rows_of(200, 1024, 1 << 28).blocks == 1);  // more ranges than multiprocessors
  context.asked.blocks_per_multiprocessor = 2;
  CHECK(context.resident(1024, 0, 1).blocks == 264);
}

TEST_CASE("of bytes all values are counted, of wider samples the bins") {
  CHECK(number_of_values<unsigned char, LettersByFour>(kLetterBins) == 256);
  CHECK(number_of_values<unsigned char, SampleIsBin>(1000) == 256);
  CHECK(number_of_values<int, SampleIsBin>(7) == 7);
}

TEST_CASE("a check that fails names call, error, file and line") {
  const int line = __LINE__ + 1;
  const auto call = [] { CUDA_CHECK(cudaErrorInvalidValue); };
  const std::string message = message_of<CudaError>(call);
  CHECK(contains(message, "limits_test.cpp:" + std::to_string(line) + ": "));
  CHECK(contains(message, "cudaErrorInvalidValue"));
  CHECK_NOTHROW(CUDA_CHECK(cudaSuccess));
}

TEST_CASE_TEMPLATE("an array splits into head, aligned packs and tail at every offset and size", T,
                   std::int32_t, std::uint16_t, std::uint8_t) {
  alignas(16) static T memory[128];
  constexpr std::size_t kWidth = 16 / sizeof(T);
  for (std::size_t offset = 0; offset <= kWidth + 1; ++offset) {
    for (std::size_t n = 0; n <= 70; ++n) {
      CAPTURE(offset);
      CAPTURE(n);
      const Split s = split_into_packs(memory + offset, n);
      CHECK(s.head + s.packs * kWidth + s.tail == n);
      CHECK(s.head < kWidth);
      CHECK(s.tail < kWidth);
      if (s.packs > 0) CHECK((offset + s.head) % kWidth == 0);
      // Loose elements are exactly those outside the packs, each once.
      std::size_t last = 0;
      for (std::size_t k = 0; k < s.head + s.tail; ++k) {
        const std::size_t at = s.loose(k, kWidth);
        CHECK((at < s.head || at >= s.head + s.packs * kWidth));
        CHECK(at < n);
        if (k > 0) CHECK(at > last);
        last = at;
      }
    }
  }
}
