// See warp_operations.h.
#include "block/warp_operations.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "block/descriptions.h"
#include "block/failure.h"
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

// A lane's part of the result that all lanes share.
std::uint64_t part_of(WarpOperation operation, std::uint64_t value, int lane) {
  return operation == WarpOperation::ballot ? value << lane : value;
}

}  // namespace

void WarpOperations::begin_launch() {
  pending_.resize((static_cast<std::size_t>(scheduler_.threads()) + 31) / 32);
  left_.resize(pending_.size());
}

void WarpOperations::begin_block() { std::fill(left_.begin(), left_.end(), 0u); }

void WarpOperations::reset() {
  for (auto& warp : pending_) warp.clear();
}

// The lanes of a last warp that is not full do not exist, whatever a mask says.
unsigned WarpOperations::existing_lanes(int first_thread) const {
  const int lanes = std::min(scheduler_.threads() - first_thread, 32);
  return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

WarpOperations::Pending& WarpOperations::find_or_add(int warp, unsigned mask) {
  const RaceIgnore ignore;
  auto& operations = pending_[static_cast<std::size_t>(warp)];
  Pending* free = nullptr;
  for (Pending& operation : operations) {
    if (operation.arrived == 0) {
      free = &operation;
    } else if (operation.mask == mask) {
      return operation;
    }
  }
  return free != nullptr ? *free : operations.emplace_back();
}

bool WarpOperations::is_complete(const Pending& pending, int warp) const {
  const unsigned awaited = pending.mask & ~left_[static_cast<std::size_t>(warp)];
  return pending.arrived != 0 && pending.arrived == awaited;
}

std::uint64_t WarpOperations::arrive(WarpOperation operation, unsigned mask, std::uint64_t value,
                                     int source_lane, SourceLine at) {
  const int number = running.linear_index;
  const int lane = number % 32;
  mask &= existing_lanes(number - lane);
  if ((mask >> lane & 1u) == 0) {
    fail_block(cudaErrorLaunchFailure, name_of(number) + " calls a warp intrinsic at " +
                                           text_of(at) + " with the mask " + hexadecimal(mask) +
                                           ", which lacks its own lane " + std::to_string(lane));
  }
  Pending& pending = find_or_add(number / 32, mask);
  if (pending.arrived == 0) {
    pending.operation = operation;
    pending.mask = mask;
    pending.at = at;
  } else if (pending.operation != operation) {
    fail_block(cudaErrorLaunchFailure, "lanes of one warp, mask " + hexadecimal(mask) +
                                           ", meet at different warp intrinsics: some at " +
                                           text_of(pending.at) + ", " + name_of(number) + " at " +
                                           text_of(at));
  }
  pending.values[lane] = value;
  pending.source_lanes[lane] = source_lane;
  pending.arrived |= 1u << lane;
  void* const order = &pending_[static_cast<std::size_t>(number / 32)];
  race_release(order);
  const std::uint64_t result = is_complete(pending, number / 32)
                                   ? finish(pending, number - lane)
                                   : scheduler_.wait(ThreadState::at_warp_operation, at);
  race_acquire(order);
  return result;
}

void WarpOperations::leave() {
  const int number = running.linear_index;
  const int lane = number % 32;
  const auto warp = static_cast<std::size_t>(number / 32);
  left_[warp] |= 1u << lane;
  for (Pending& pending : pending_[warp]) {
    if (is_complete(pending, number / 32)) finish(pending, number - lane);
  }
}

// Every lane has arrived or left: computes the results and lets the others go on. Returns the
// running thread's. A lane that left has no part in them.
std::uint64_t WarpOperations::finish(Pending& pending, int first_thread) {
  const RaceIgnore ignore;
  const auto takes_part = [&](int lane) { return (pending.arrived >> (lane & 31) & 1u) != 0; };
  std::uint64_t combined = 0;
  std::uint64_t first_value = 0;
  bool first = true;
  bool all_equal = true;
  for (int lane = 0; lane < 32; ++lane) {
    if (!takes_part(lane)) continue;
    const std::uint64_t part = part_of(pending.operation, pending.values[lane], lane);
    if (first) first_value = pending.values[lane];
    all_equal = all_equal && pending.values[lane] == first_value;
    combined = first ? part : combine(pending.operation, combined, part);
    first = false;
  }
  std::uint64_t own = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!takes_part(lane)) continue;
    std::uint64_t result = combined;
    if (pending.operation == WarpOperation::shuffle) {
      // Reading a lane that does not take part is undefined on a GPU: the caller's own value stands
      // in.
      const int source = pending.source_lanes[lane] & 31;
      result = pending.values[takes_part(source) ? source : lane];
    } else if (pending.operation == WarpOperation::match_all) {
      result = all_equal ? pending.arrived : 0;
    } else if (pending.operation == WarpOperation::match_any) {
      result = 0;
      for (int other = 0; other < 32; ++other) {
        if (takes_part(other) && pending.values[other] == pending.values[lane]) {
          result |= std::uint64_t{1} << other;
        }
      }
    }
    if (first_thread + lane == running.linear_index) {
      own = result;
    } else {
      scheduler_.make_ready(first_thread + lane, result);
    }
  }
  pending.arrived = 0;
  return own;
}

}  // namespace course::cpu
