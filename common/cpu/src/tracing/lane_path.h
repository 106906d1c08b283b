// The way of one GPU thread since the last barrier of its block.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tracing/trace_event.h"

namespace course::cpu {

class LanePath {
 public:
  // `frame` is the stack frame of the hook, which tells calls apart. False when the path is too
  // long to be kept.
  bool add(EventKind kind, const void* address, unsigned long bytes, bool in_pieces,
           std::uint32_t pc, const void* frame) {
    if (events_.size() >= kMostEvents) return false;
    const TraceEvent event{static_cast<std::uint64_t>(kind), in_pieces,
                           std::min<std::uint64_t>(bytes, kMostBytes), pc,
                           kDeepest - depth_at(reinterpret_cast<std::uintptr_t>(frame))};
    events_.push_back(std::bit_cast<std::uint64_t>(event));
    if (kind != EventKind::step) addresses_.push_back(reinterpret_cast<std::uint64_t>(address));
    return true;
  }
  // Begins again at a barrier: the calls that the thread is in stay.
  void clear() {
    if (events_.capacity() > kUsualEvents) events_ = {}, addresses_ = {};
    events_.clear();
    addresses_.clear();
  }
  void begin_thread() {
    clear();
    frames_.clear();
  }

  const std::vector<std::uint64_t>& events() const { return events_; }        // as numbers
  const std::vector<std::uint64_t>& addresses() const { return addresses_; }  // of the accesses

 private:
  // A warp's lanes are at work one after another, so at most 32 long paths are kept at a time.
  static constexpr std::size_t kMostEvents = std::size_t{1} << 20;
  static constexpr std::size_t kUsualEvents = 4096;  // memory for more is given back
  static constexpr std::uint64_t kMostBytes = 8191;
  static constexpr std::uint64_t kDeepest = 0xffff;

  // A call's frame lies below its caller's.
  std::uint64_t depth_at(std::uintptr_t frame) {
    while (!frames_.empty() && frames_.back() < frame) frames_.pop_back();
    if (frames_.empty() || frames_.back() > frame) frames_.push_back(frame);
    return std::min<std::uint64_t>(frames_.size(), kDeepest);
  }

  std::vector<std::uint64_t> events_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::uintptr_t> frames_;  // of the calls that the thread is in
};

}  // namespace course::cpu
