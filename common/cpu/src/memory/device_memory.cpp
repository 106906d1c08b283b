// See device_memory.h.
#include "memory/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "block/descriptions.h"
#include "block/sanitizers.h"
#include "common/cpu/placement.h"
#include "runtime/errors.h"
#include "runtime/host.h"

namespace course::cpu {

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::optional<std::ptrdiff_t> first_changed(const char* first, const char* end) {
  for (const char* byte = first; byte < end; ++byte) {
    if (static_cast<unsigned char>(*byte) != fresh_pattern) return byte - first;
  }
  return std::nullopt;
}

namespace {

constexpr std::size_t usual_alignment = 16;

std::size_t round_up(std::size_t bytes, std::size_t step) {
  return (bytes + step - 1) / step * step;
}

Placement placement = Placement::aligned_end;  // guarded by runtime_mutex()

// Where `bytes` bytes begin between the guard pages, which leave `room` bytes.
std::size_t offset_of(std::size_t bytes, std::size_t room) {
  switch (placement) {
    case Placement::tight_in_front:
      return 0;
    case Placement::tight_behind:
      return room - bytes;
    default:
      return room - round_up(bytes, usual_alignment);
  }
}

// With AddressSanitizer the fill cannot be read either.
void poison(const Allocation& allocation) {
  char* first = allocation.mapping + page_bytes();
  char* end = allocation.mapping + allocation.mapping_bytes - page_bytes();
  char* behind = allocation.base + allocation.bytes;
  poison_memory(first, static_cast<std::size_t>(allocation.base - first));
  poison_memory(behind, static_cast<std::size_t>(end - behind));
}

}  // namespace

bool Allocation::contains(const void* pointer) const {
  const char* byte = static_cast<const char*>(pointer);
  return byte >= base && byte < base + bytes;
}

bool Allocation::is_neighbour(const void* pointer) const {
  const char* byte = static_cast<const char*>(pointer);
  return byte >= mapping && byte < mapping + mapping_bytes;
}

std::optional<std::ptrdiff_t> Allocation::changed_fill() const {
  if (COURSE_CPU_ASAN) return std::nullopt;
  const char* end = mapping + mapping_bytes - page_bytes();
  if (const auto offset = first_changed(base + bytes, end)) {
    return *offset + static_cast<std::ptrdiff_t>(bytes);
  }
  // The nearest byte in front is the likely one.
  for (const char* byte = base - 1; byte >= mapping + page_bytes(); --byte) {
    if (static_cast<unsigned char>(*byte) != fresh_pattern) return byte - base;
  }
  return std::nullopt;
}

void Allocation::restore_fill() const {
  char* first = mapping + page_bytes();
  char* end = mapping + mapping_bytes - page_bytes();
  std::memset(first, fresh_pattern, static_cast<std::size_t>(base - first));
  std::memset(base + bytes, fresh_pattern, static_cast<std::size_t>(end - (base + bytes)));
}

bool Allocation::is_guard_page(const void* pointer) const {
  const char* byte = static_cast<const char*>(pointer);
  return byte < mapping + page_bytes() || byte >= mapping + mapping_bytes - page_bytes();
}

bool Allocation::set_access(bool allowed) const {
  return mprotect(mapping + page_bytes(), mapping_bytes - 2 * page_bytes(),
                  allowed ? PROT_READ | PROT_WRITE : PROT_NONE) == 0;
}

std::string Allocation::describe(std::ptrdiff_t offset) const {
  std::string text = "byte " + std::to_string(offset) + " of the allocation of " +
                     std::to_string(bytes) + " bytes made at " + text_of(at);
  if (freed_at.line != 0) text += ", which was freed at " + text_of(freed_at);
  return text;
}

void place_allocations(Placement next) {
  const std::lock_guard lock(runtime_mutex());
  placement = next;
}

DeviceMemory& DeviceMemory::instance() {
  static DeviceMemory memory;
  return memory;
}

void* DeviceMemory::allocate(std::size_t bytes, SourceLine at, bool managed) {
  if (bytes > free_host_memory_bytes()) return nullptr;
  Allocation allocation;
  allocation.bytes = bytes;
  allocation.at = at;
  allocation.managed = allocation.open = managed;
  const std::size_t room = round_up(bytes, page_bytes());
  allocation.mapping_bytes = room + 2 * page_bytes();
  void* mapping = mmap(nullptr, allocation.mapping_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  allocation.mapping = static_cast<char*>(mapping);
  allocation.base = allocation.mapping + page_bytes() + offset_of(bytes, room);
  if (!allocation.set_access(true)) {
    munmap(mapping, allocation.mapping_bytes);
    return nullptr;
  }
  std::memset(allocation.mapping + page_bytes(), fresh_pattern,
              allocation.mapping_bytes - 2 * page_bytes());
  poison(allocation);
  if (!managed && !allocation.set_access(false)) {
    munmap(mapping, allocation.mapping_bytes);
    return nullptr;
  }
  by_mapping_.emplace(allocation.mapping, allocation);
  return allocation.base;
}

bool DeviceMemory::release(void* pointer, SourceLine at) {
  const Allocation* allocation = find(pointer);
  if (allocation == nullptr || allocation->base != pointer) return false;
  Allocation copy = *allocation;
  by_mapping_.erase(copy.mapping);
  unpoison_memory(copy.mapping, copy.mapping_bytes);
  // The addresses stay taken, without memory behind them.
  madvise(copy.mapping, copy.mapping_bytes, MADV_DONTNEED);
  if (mprotect(copy.mapping, copy.mapping_bytes, PROT_NONE) != 0) {
    munmap(copy.mapping, copy.mapping_bytes);
    return true;
  }
  copy.freed_at = at;
  freed_.emplace(copy.mapping, copy);
  freed_order_.push_back(copy.mapping);
  constexpr std::size_t most_remembered = 1000;
  if (freed_order_.size() > most_remembered) {
    const auto oldest = freed_.find(freed_order_.front());
    munmap(oldest->second.mapping, oldest->second.mapping_bytes);
    freed_.erase(oldest);
    freed_order_.pop_front();
  }
  return true;
}

void DeviceMemory::release_all(SourceLine at) {
  while (!by_mapping_.empty()) release(by_mapping_.begin()->second.base, at);
}

const Allocation* DeviceMemory::find_in(const ByMapping& allocations, const void* pointer) {
  auto next = allocations.upper_bound(static_cast<const char*>(pointer));
  if (next == allocations.begin()) return nullptr;
  const Allocation& allocation = std::prev(next)->second;
  return allocation.is_neighbour(pointer) ? &allocation : nullptr;
}

const Allocation* DeviceMemory::find_neighbour(const void* pointer) const {
  return find_in(by_mapping_, pointer);
}

const Allocation* DeviceMemory::find_freed(const void* pointer) const {
  return find_in(freed_, pointer);
}

const Allocation* DeviceMemory::find(const void* pointer) const {
  const Allocation* allocation = find_neighbour(pointer);
  return allocation != nullptr && allocation->contains(pointer) ? allocation : nullptr;
}

DeviceMemory::Opening DeviceMemory::open_to_kernel(const void* pointer) {
  const Allocation* found = find_neighbour(pointer);
  if (found == nullptr || found->is_guard_page(pointer)) return Opening::not_an_allocation;
  // Between its guard pages the only obstacle is that it is closed; several workers may run into it
  // at once, and each opens it.
  if (!found->set_access(true)) return Opening::refused_by_host;
  std::atomic_ref<bool>(by_mapping_.at(found->mapping).open).store(true);
  return Opening::opened;
}

const Allocation* DeviceMemory::find_changed_fill() const {
  for (const auto& [start, allocation] : by_mapping_) {
    if (allocation.open && allocation.changed_fill()) return &allocation;
  }
  return nullptr;
}

std::size_t DeviceMemory::extent(const char** begin) const {
  if (by_mapping_.empty()) return 0;
  const Allocation& last = by_mapping_.rbegin()->second;
  *begin = by_mapping_.begin()->second.base;
  return static_cast<std::size_t>(last.base + last.bytes - *begin);
}

const Allocation* DeviceMemory::find_managed_with_changed_fill() const {
  for (const auto& [start, allocation] : by_mapping_) {
    if (allocation.managed && allocation.changed_fill()) return &allocation;
  }
  return nullptr;
}

void DeviceMemory::close_all() {
  for (auto& [start, allocation] : by_mapping_) {
    if (allocation.managed) continue;
    if (allocation.open) allocation.open = !allocation.set_access(false);
  }
}

HostAccess::HostAccess(const void* first, const void* second)
    : first_(DeviceMemory::instance().find(first)),
      second_(second != nullptr ? DeviceMemory::instance().find(second) : nullptr) {
  for (const Allocation* allocation : {first_, second_}) {
    if (allocation == nullptr || allocation->set_access(true)) continue;
    report_and_exit("the host does not open " + allocation->describe(0) + ": the process has " +
                        std::to_string(mappings()) + " mappings of memory, vm.max_map_count is " +
                        std::to_string(most_mappings()),
                    2);
  }
}

HostAccess::~HostAccess() {
  if (first_ != nullptr && !first_->managed) first_->set_access(false);
  if (second_ != nullptr && !second_->managed) second_->set_access(false);
}

std::recursive_mutex& runtime_mutex() {
  // The host's thread holds it while the kernel runs: waiting for it would never end.
  if (running.runner != nullptr) {
    fail_block(cudaErrorNotSupported, name_of(running.linear_index) +
                                          " calls a function of the CUDA runtime, which the CPU "
                                          "backend offers to host code only");
  }
  static std::recursive_mutex mutex;
  return mutex;
}

}  // namespace course::cpu
