// Counts per address: a hash table with open addressing, since an atomic is counted in a few
// nanoseconds or counting would change what is counted.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace course::cpu {

class AddressCounts {
 public:
  void add(const void* address, std::uint64_t count = 1) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = find(address);
    if (slot.address == nullptr) {
      slot.address = address;
      ++used_;
    }
    slot.count += count;
  }
  void add(const AddressCounts& other) {
    for (const Slot& slot : other.slots_) {
      if (slot.address != nullptr) add(slot.address, slot.count);
    }
  }
  std::uint64_t greatest() const {
    std::uint64_t count = 0;
    for (const Slot& slot : slots_) count = std::max(count, slot.count);
    return count;
  }
  void clear() {
    slots_.clear();
    used_ = 0;
  }

 private:
  struct Slot {
    const void* address = nullptr;
    std::uint64_t count = 0;
  };

  Slot& find(const void* address) {
    const auto word = reinterpret_cast<std::uintptr_t>(address) / 4;
    std::size_t place = word * 0x9E3779B97F4A7C15u >> 20 & (slots_.size() - 1);
    while (slots_[place].address != nullptr && slots_[place].address != address) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return slots_[place];
  }
  void grow() {
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(1024, slots_.size() * 2)));
    for (const Slot& slot : old) {
      if (slot.address != nullptr) find(slot.address) = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two of them, at most half of them used
  std::size_t used_ = 0;
};

}  // namespace course::cpu
