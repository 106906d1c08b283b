// Warp operations; see block_runner.h. The lanes that a mask names meet here, whatever the other
// lanes of the warp do, so a warp may have several operations with different masks in flight.
#include <algorithm>
#include <cstdio>

#include "block/block_runner.h"
#include "block/sanitizers.h"
#include "runtime/errors.h"

namespace course::cpu {
namespace {

std::string hexadecimal(unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

std::uint64_t combine(WarpOperation operation, std::uint64_t a, std::uint64_t b) {
  const auto word_a = static_cast<std::uint32_t>(a), word_b = static_cast<std::uint32_t>(b);
  const auto int_a = static_cast<std::int32_t>(word_a), int_b = static_cast<std::int32_t>(word_b);
  switch (operation) {
    case WarpOperation::add:
      return word_a + word_b;
    case WarpOperation::min_signed:
      return static_cast<std::uint32_t>(std::min(int_a, int_b));
    case WarpOperation::max_signed:
      return static_cast<std::uint32_t>(std::max(int_a, int_b));
    case WarpOperation::min_unsigned:
      return std::min(word_a, word_b);
    case WarpOperation::max_unsigned:
      return std::max(word_a, word_b);
    case WarpOperation::all:
    case WarpOperation::bit_and:
      return a & b;
    case WarpOperation::any:
    case WarpOperation::ballot:
    case WarpOperation::bit_or:
      return a | b;
    case WarpOperation::bit_xor:
      return a ^ b;
    default:
      return 0;
  }
}

}  // namespace

// The lanes of a last warp that is not full do not exist, whatever a mask says.
unsigned BlockRunner::existing_lanes(int first_thread_of_warp) const {
  const int lanes = std::min(facts_.threads - first_thread_of_warp, 32);
  return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

BlockRunner::PendingWarpOperation& BlockRunner::pending_operation(int warp, unsigned mask) {
  const RaceIgnore ignore;
  auto& operations = pending_[static_cast<std::size_t>(warp)];
  PendingWarpOperation* free = nullptr;
  for (PendingWarpOperation& operation : operations) {
    if (operation.arrived == 0) {
      free = &operation;
    } else if (operation.mask == mask) {
      return operation;
    }
  }
  return free != nullptr ? *free : operations.emplace_back();
}

std::uint64_t BlockRunner::warp_operation(WarpOperation operation, unsigned mask,
                                          std::uint64_t value, int source_lane, SourceLine at) {
  const int number = running.linear_index;
  const int lane = number % 32;
  mask &= existing_lanes(number - lane);
  if ((mask >> lane & 1u) == 0) {
    abandon_block(cudaErrorLaunchFailure, name_of(number) + " calls a warp intrinsic at " +
                                              text_of(at) + " with the mask " + hexadecimal(mask) +
                                              ", which lacks its own lane " + std::to_string(lane));
  }
  PendingWarpOperation& pending = pending_operation(number / 32, mask);
  if (pending.arrived == 0) {
    pending.operation = operation;
    pending.mask = mask;
    pending.at = at;
  } else if (pending.operation != operation) {
    abandon_block(cudaErrorLaunchFailure, "lanes of one warp, mask " + hexadecimal(mask) +
                                              ", meet at different warp intrinsics: some at " +
                                              text_of(pending.at) + ", " + name_of(number) +
                                              " at " + text_of(at));
  }
  pending.values[lane] = value;
  pending.source_lanes[lane] = source_lane;
  pending.arrived |= 1u << lane;
  race_release(&pending_[static_cast<std::size_t>(number / 32)]);
  if (pending.arrived != mask) {
    wait_as(State::at_warp_operation, at);
  } else {
    finish_warp_operation(pending, number - lane);
    pending.arrived = 0;
  }
  race_acquire(&pending_[static_cast<std::size_t>(number / 32)]);
  return threads_[static_cast<std::size_t>(number)].result;
}

// Every lane has arrived: compute the results and let the others go on.
void BlockRunner::finish_warp_operation(const PendingWarpOperation& pending,
                                        int first_thread_of_warp) {
  const RaceIgnore ignore;
  const auto takes_part = [&](int lane) { return (pending.mask >> (lane & 31) & 1u) != 0; };
  const auto value_of = [&](int lane) {
    if (pending.operation != WarpOperation::ballot) return pending.values[lane];
    return pending.values[lane] << lane;
  };
  std::uint64_t combined = 0;
  bool first = true;
  bool all_equal = true;
  std::uint64_t first_value = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!takes_part(lane)) continue;
    if (first) first_value = pending.values[lane];
    all_equal = all_equal && pending.values[lane] == first_value;
    combined = first ? value_of(lane) : combine(pending.operation, combined, value_of(lane));
    first = false;
  }
  for (int lane = 0; lane < 32; ++lane) {
    if (!takes_part(lane)) continue;
    std::uint64_t result = combined;
    if (pending.operation == WarpOperation::shuffle) {
      // Reading a lane outside the mask is undefined on a GPU: the caller's own value stands in.
      const int source = pending.source_lanes[lane] & 31;
      result = pending.values[takes_part(source) ? source : lane];
    } else if (pending.operation == WarpOperation::match_all) {
      result = all_equal ? pending.mask : 0;
    } else if (pending.operation == WarpOperation::match_any) {
      result = 0;
      for (int other = 0; other < 32; ++other) {
        if (takes_part(other) && pending.values[other] == pending.values[lane]) {
          result |= std::uint64_t{1} << other;
        }
      }
    }
    const int number = first_thread_of_warp + lane;
    if (number == running.linear_index) {
      threads_[static_cast<std::size_t>(number)].result = result;
    } else {
      make_ready(number, result);
    }
  }
}

std::uint64_t warp_operation(WarpOperation operation, unsigned mask, std::uint64_t value,
                             int source_lane, SourceLine at) {
  if (running.runner == nullptr) outside_kernel("a warp intrinsic");
  return running.runner->warp_operation(operation, mask, value, source_lane, at);
}

}  // namespace course::cpu
