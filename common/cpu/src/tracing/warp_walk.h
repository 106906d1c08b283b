// Walks the paths of a warp's lanes together, as a GPU runs them: what lanes do at the same time is
// one request.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tracing/lane_path.h"

namespace course::cpu {

// Calls `request(event, addresses, mask)` for every access; addresses[i] is that of lane i, for the
// lanes in the mask. Lanes that jumped over something wait for those that did not, and those that
// left a loop for those that are still in it: the lanes go on whose next event is lowest.
template <class Request>
void walk_warp(const LanePath* lanes, std::size_t count, Request request) {
  const std::uint64_t* next[32]{};
  const std::uint64_t* end[32]{};
  const std::uint64_t* next_address[32]{};
  unsigned alive = 0;
  for (std::size_t i = 0; i < count; ++i) {
    next[i] = lanes[i].events().data();
    end[i] = next[i] + lanes[i].events().size();
    next_address[i] = lanes[i].addresses().data();
    if (next[i] != end[i]) alive |= 1u << i;
  }
  const auto for_each_lane = [](unsigned mask, auto&& act) {
    for (; mask != 0; mask &= mask - 1) act(std::countr_zero(mask));
  };
  while (alive != 0) {
    std::uint64_t lowest = ~std::uint64_t{0};
    unsigned mask = 0;
    for_each_lane(alive, [&](int i) {
      if (*next[i] < lowest) mask = 0;
      lowest = std::min(lowest, *next[i]);
      if (*next[i] == lowest) mask |= 1u << i;
    });
    const int leader = std::countr_zero(mask) % 32;
    const std::uint64_t* const path = next[leader];
    std::ptrdiff_t together = 1;
    if (mask == alive) {  // for as long as all go the same way
      together = end[leader] - path;
      for_each_lane(mask, [&](int i) {
        together = std::mismatch(path, path + together, next[i], end[i]).first - path;
      });
    }
    for (std::ptrdiff_t k = 0; k < together; ++k) {
      const auto event = std::bit_cast<TraceEvent>(path[k]);
      if (static_cast<EventKind>(event.kind) == EventKind::step) continue;
      std::uint64_t addresses[32];
      for_each_lane(mask, [&](int i) { addresses[i] = *next_address[i]++; });
      request(event, addresses, mask);
    }
    for_each_lane(mask, [&](int i) {
      next[i] += together;
      if (next[i] == end[i]) alive &= ~(1u << i);
    });
  }
}

}  // namespace course::cpu
