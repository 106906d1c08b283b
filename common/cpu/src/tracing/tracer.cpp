// See tracer.h.
#include "tracing/tracer.h"

#include <cpu_backend/running_thread.h>

#include <algorithm>
#include <utility>

#include "memory/device_memory.h"
#include "tracing/launch_counts.h"
#include "tracing/request_counts.h"
#include "tracing/warp_walk.h"

extern "C" const char __executable_start;  // from the linker

namespace course::cpu {
namespace {

constexpr std::size_t kWarpLanes = 32;
constexpr std::uint64_t kLineBytes = 128;

// An access to a type that is less aligned than it is wide is several on a GPU. How aligned it is
// the compiler does not tell: members of 4 bytes are the likely ones.
unsigned width_of_pieces(unsigned bytes) {
  if (bytes >= 8 && bytes % 4 == 0) return 4;
  return bytes > 2 && bytes % 2 == 0 ? 2 : 1;
}

}  // namespace

void Tracer::begin_launch(int threads) {
  lanes_.resize(static_cast<std::size_t>(threads));
  arrived_.resize((lanes_.size() + kWarpLanes - 1) / kWarpLanes);
  device_bytes_ = DeviceMemory::instance().extent(&device_begin_);
}

void Tracer::begin_block() {
  shared_variables_.clear();
  range_ = {};
  for (LanePath& lane : lanes_) lane.begin_thread();
  std::fill(arrived_.begin(), arrived_.end(), 0u);
}

void Tracer::arrive() {
  const std::size_t warp = static_cast<std::size_t>(running.linear_index) / kWarpLanes;
  const std::size_t lanes = std::min(lanes_.size() - warp * kWarpLanes, kWarpLanes);
  if (++arrived_[warp] < lanes) return;
  arrived_[warp] = 0;
  look_at_warp(warp);
}

void Tracer::hand_in(const Kernel& kernel, const LaunchConfiguration& configuration) {
  add_to_launch(kernel, configuration, counts_, std::exchange(is_incomplete_, false));
  counts_.clear();
  last_counts_ = nullptr;
}

void Tracer::record(EventKind kind, const void* address, unsigned long bytes, bool in_pieces,
                    const void* pc, const void* frame) {
  if (kind != EventKind::step && !may_be_on_device(address)) return;
  LanePath& lane = lanes_[static_cast<std::size_t>(running.linear_index)];
  const auto offset =
      static_cast<std::uint32_t>(static_cast<const char*>(pc) - &__executable_start);
  if (!lane.add(kind, address, bytes, in_pieces, offset, frame)) is_incomplete_ = true;
}

// Quick, and true for some addresses that are not.
bool Tracer::may_be_on_device(const void* address) const {
  if (is_within(address, reinterpret_cast<const char*>(&running), sizeof running)) return false;
  return is_within(address, device_begin_, device_bytes_) || is_shared(address);
}

void Tracer::look_at_warp(std::size_t warp) {
  const std::size_t first = warp * kWarpLanes;
  const std::size_t lanes = std::min(lanes_.size() - first, kWarpLanes);
  walk_warp(&lanes_[first], lanes,
            [this](TraceEvent event, const std::uint64_t* addresses, unsigned mask) {
              count(event, addresses, mask);
            });
  for (std::size_t i = first; i < first + lanes; ++i) lanes_[i].clear();
}

void Tracer::count(TraceEvent event, const std::uint64_t* addresses, unsigned mask) {
  constexpr unsigned kWidest = 16;
  const auto bytes = static_cast<unsigned>(event.bytes);
  const unsigned width = event.in_pieces || bytes > kWidest ? width_of_pieces(bytes) : bytes;
  for (unsigned offset = 0; offset < bytes; offset += width) {
    count_part(event, addresses, mask, offset, width);
  }
}

void Tracer::count_part(TraceEvent event, const std::uint64_t* addresses, unsigned mask,
                        unsigned offset, unsigned width) {
  std::uint64_t places[kWarpLanes];
  unsigned lanes_of[2]{};  // each space's
  for (unsigned left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t address = addresses[lane] + offset;
    if (!range_.contains(address) && !find_range(address)) continue;
    // This backend aligns memory less than cudaMalloc and nvcc do, so what counts is the place in
    // the allocation or variable. The bits above keep different ones apart.
    places[lane] = address - range_.begin + (range_.begin & ~(kLineBytes - 1));
    lanes_of[static_cast<int>(range_.space)] |= 1u << lane;
  }
  const MemoryAccess access = access_of(static_cast<EventKind>(event.kind));
  for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared}) {
    const unsigned active = lanes_of[static_cast<int>(space)];
    if (active == 0) continue;
    const Instruction key{static_cast<std::uint32_t>(event.pc), space, access,
                          static_cast<unsigned char>(width)};
    if (last_counts_ == nullptr || key != last_) {
      last_counts_ = &counts_[key];
      last_ = key;
    }
    last_counts_->add(count_request(space, access, places, active, width));
  }
}

bool Tracer::find_range(std::uint64_t address) {
  const auto* byte = reinterpret_cast<const char*>(address);
  Range found;
  if (is_shared(byte)) {
    if (!find_shared(byte, &found)) return false;
  } else if (const Allocation* allocation = DeviceMemory::instance().find(byte)) {
    found.begin = reinterpret_cast<std::uint64_t>(allocation->base);
    found.end = found.begin + allocation->bytes;
    found.space = MemorySpace::global;
  } else {
    return false;
  }
  range_ = found;
  return true;
}

// Not what the backend keeps beside a variable.
bool Tracer::find_shared(const char* address, Range* range) const {
  const auto set = [&](const char* begin, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uint64_t>(begin);
    *range = {first, first + bytes, MemorySpace::shared};
    return true;
  };
  if (is_within(address, running.dynamic_shared, running.dynamic_shared_bytes)) {
    return set(running.dynamic_shared, running.dynamic_shared_bytes);
  }
  for (const SharedView& view : shared_variables_) {
    if (is_within(address, view.value, view.bytes)) return set(view.value, view.bytes);
    const char* const object = view.front_guard - sizeof view.bytes * 2;  // its serial number
    const char* const end = view.rear_guard + view.rear_bytes;
    if (is_within(address, object, static_cast<std::size_t>(end - object))) return false;
  }
  // Declared in a header: it has no guards.
  return set(address - reinterpret_cast<std::uint64_t>(address) % kLineBytes, kLineBytes);
}

}  // namespace course::cpu
