// See dynamic_shared.h.
#include "memory/dynamic_shared.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "block/sanitizers.h"
#include "memory/device_memory.h"
#include "runtime/limits.h"

namespace course::cpu {
namespace {

constexpr std::size_t front_bytes = 64;  // watched before the start

}  // namespace

void DynamicSharedMemory::map() {
  const std::size_t page = page_bytes();
  const std::size_t room = (limits::shared_bytes_opt_in + front_bytes + page - 1) / page * page;
  const std::size_t bytes = room + 2 * page;
  void* mapping =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(static_cast<char*>(mapping) + page, room, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, bytes);
    throw std::bad_alloc();
  }
  mapping_ = static_cast<char*>(mapping);
  mapping_bytes_ = bytes;
  start_ = end_ = mapping_ + page + room;
}

DynamicSharedMemory::~DynamicSharedMemory() {
  if (mapping_ == nullptr) return;
  unpoison_memory(mapping_, mapping_bytes_);
  munmap(mapping_, mapping_bytes_);
}

char* DynamicSharedMemory::resize(std::size_t bytes) {
  if (mapping_ == nullptr) map();
  unpoison_memory(start_ - front_bytes, static_cast<std::size_t>(end_ - start_) + front_bytes);
  bytes_ = bytes;
  start_ = end_ - (bytes + 15) / 16 * 16;
  poison_memory(start_ - front_bytes, front_bytes);
  poison_memory(start_ + bytes_, static_cast<std::size_t>(end_ - (start_ + bytes_)));
  return start_;
}

void DynamicSharedMemory::fill() const {
  if (COURSE_CPU_ASAN) {  // the rest may not be touched
    std::memset(start_, fresh_pattern, bytes_);
  } else {
    std::memset(start_ - front_bytes, fresh_pattern,
                static_cast<std::size_t>(end_ - start_) + front_bytes);
  }
}

std::optional<std::ptrdiff_t> DynamicSharedMemory::changed_fill() const {
  if (COURSE_CPU_ASAN) return std::nullopt;
  if (const auto offset = first_changed(start_ + bytes_, end_)) {
    return *offset + static_cast<std::ptrdiff_t>(bytes_);
  }
  if (const auto offset = first_changed(start_ - front_bytes, start_)) {
    return *offset - static_cast<std::ptrdiff_t>(front_bytes);
  }
  return std::nullopt;
}

bool DynamicSharedMemory::is_near(const void* address) const {
  const char* byte = static_cast<const char*>(address);
  return byte >= mapping_ && byte < mapping_ + mapping_bytes_;
}

std::string DynamicSharedMemory::describe(std::ptrdiff_t offset) const {
  return "byte " + std::to_string(offset) + " of the block's " + std::to_string(bytes_) +
         " bytes of dynamic shared memory";
}

}  // namespace course::cpu
