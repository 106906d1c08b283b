// The memory of the pretended device. Every allocation lies in a mapping of its own,
//   [guard page][fill][the allocation][fill][guard page],
// with the fill on one side as short as ../../placement.h says,
// that is closed to host code. It is opened for the runtime's own copies, and for a kernel when it
// first touches it. A kernel that leaves it touches a guard page, or changes the fill, which is
// checked after each kernel.
#pragma once
#include <cpu_backend/runtime_types.h>

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace course::cpu {

// What fresh memory holds, so that a forgotten zeroing shows.
constexpr unsigned char fresh_pattern = 0xCD;

std::size_t page_bytes();

// The first byte in [first, end) that no longer holds the pattern, as an offset from first.
std::optional<std::ptrdiff_t> first_changed(const char* first, const char* end);

struct Allocation {
  char* base = nullptr;
  std::size_t bytes = 0;
  char* mapping = nullptr;  // with its guard pages
  std::size_t mapping_bytes = 0;
  SourceLine at;         // of the cudaMalloc
  SourceLine freed_at;   // of the cudaFree; line 0 while it lives
  bool open = false;     // to a kernel
  bool managed = false;  // never closed: cudaMallocManaged

  bool contains(const void* pointer) const;
  // Whether an access at `pointer` is most likely one that left this allocation.
  bool is_neighbour(const void* pointer) const;
  // The first changed byte of the fill, as an offset from base.
  std::optional<std::ptrdiff_t> changed_fill() const;
  void restore_fill() const;
  // Of an address that is_neighbour().
  bool is_guard_page(const void* pointer) const;
  // Opens or closes what lies between the guard pages; false if the system refuses.
  bool set_access(bool allowed) const;
  // "byte 12 of the allocation of 12 bytes made at file:line"; an offset may lie outside. Says as
  // well where it was freed, if it was.
  std::string describe(std::ptrdiff_t offset) const;
};

class DeviceMemory {
 public:
  static DeviceMemory& instance();

  // Null when there is not enough memory. `bytes` > 0. The pointer is aligned to 16 bytes, unless
  // another placement was asked for.
  void* allocate(std::size_t bytes, SourceLine at, bool managed = false);
  // False if `pointer` is not the start of an allocation. Its addresses are not used again soon, so
  // that a use after this is noticed.
  bool release(void* pointer, SourceLine at);
  void release_all(SourceLine at);

  // The allocation that holds `pointer`, or that `pointer` has just left; null if there is none.
  // The result is valid until the allocation is released.
  const Allocation* find(const void* pointer) const;
  const Allocation* find_neighbour(const void* pointer) const;
  // The same among the allocations that were released last.
  const Allocation* find_freed(const void* pointer) const;

  // Opens the allocation around `pointer` to the running kernel. May be called from a signal
  // handler, on several workers at once.
  enum class Opening { opened, not_an_allocation, refused_by_host };
  Opening open_to_kernel(const void* pointer);
  // An allocation that a kernel opened and whose fill is changed, or null.
  const Allocation* find_changed_fill() const;
  // The same before a kernel runs: only host code can have changed it.
  const Allocation* find_managed_with_changed_fill() const;
  void close_all();
  // Where all allocations lie: the first byte, and how many there are up to the last.
  std::size_t extent(const char** begin) const;

 private:
  using ByMapping = std::map<const char*, Allocation>;  // by the start of the mapping
  static const Allocation* find_in(const ByMapping& allocations, const void* pointer);

  ByMapping by_mapping_;
  ByMapping freed_;
  std::deque<const char*> freed_order_;  // oldest first
};

// Opens the allocations that hold the two pointers to host code for as long as it lives. Ends the
// program if the host refuses.
class HostAccess {
 public:
  explicit HostAccess(const void* first, const void* second = nullptr);
  ~HostAccess();
  HostAccess(const HostAccess&) = delete;
  HostAccess& operator=(const HostAccess&) = delete;

 private:
  const Allocation* first_;
  const Allocation* second_;
};

// Whether a pointer lies in host memory that cudaMallocHost gave.
bool is_pinned(const void* pointer);

// The runtime's functions may be called by several host threads.
std::recursive_mutex& runtime_mutex();

}  // namespace course::cpu
