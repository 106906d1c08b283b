// The runtime API's functions about memory.
#include <cpu_backend/running_thread.h>
#include <cpu_backend/runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <string>

#include "memory/device_memory.h"
#include "memory/fault_signals.h"
#include "runtime/errors.h"
#include "runtime/host.h"

namespace course::cpu {
namespace {

enum class Side { host, device };

Side side_of(const void* pointer) {
  const DeviceMemory& memory = DeviceMemory::instance();
  const bool device = memory.find(pointer) != nullptr || memory.find_freed(pointer) != nullptr;
  return device ? Side::device : Side::host;
}

// What cudaMallocHost gave, by address: kernels may use it.
std::map<const char*, std::size_t>& pinned_memory() {
  static std::map<const char*, std::size_t> sizes;
  return sizes;
}

// Whether `bytes` bytes at `pointer` lie where a copy may touch them; says why not.
bool fits(const std::string& what, const void* pointer, std::size_t bytes, Side side) {
  if (pointer == nullptr) {
    report(what + " is a null pointer");
    return false;
  }
  const Allocation* allocation = DeviceMemory::instance().find(pointer);
  if (side == Side::host) {
    if (allocation == nullptr) return true;
    report(what + " is device memory, but the copy kind says host memory");
    return false;
  }
  if (allocation == nullptr) {
    if (const Allocation* freed = DeviceMemory::instance().find_freed(pointer)) {
      report(what + " is " + freed->describe(static_cast<const char*>(pointer) - freed->base));
    } else {
      report(what + " is not device memory, but the call says so");
    }
    return false;
  }
  const auto offset = static_cast<const char*>(pointer) - allocation->base;
  if (bytes <= allocation->bytes - static_cast<std::size_t>(offset)) return true;
  report(what + ": " + std::to_string(bytes) + " bytes do not fit from " +
         allocation->describe(offset));
  return false;
}

}  // namespace

cudaError_t allocate(void** pointer, std::size_t bytes, SourceLine at) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (pointer == nullptr) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  catch_fault_signals();
  try {
    *pointer = DeviceMemory::instance().allocate(bytes, at);
  } catch (const std::bad_alloc&) {
    // Not even what is remembered of an allocation fits.
  }
  return *pointer != nullptr ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}

cudaError_t allocate_host(void** pointer, std::size_t bytes) {
  if (const cudaError_t error = sticky_error()) return error;
  if (pointer == nullptr) return fail(cudaErrorInvalidValue);
  *pointer = std::malloc(bytes);
  if (*pointer == nullptr) return bytes == 0 ? cudaSuccess : fail(cudaErrorMemoryAllocation);
  const std::lock_guard lock(runtime_mutex());
  pinned_memory()[static_cast<const char*>(*pointer)] = bytes;
  return cudaSuccess;
}

bool is_pinned(const void* pointer) {
  const auto* byte = static_cast<const char*>(pointer);
  const auto next = pinned_memory().upper_bound(byte);
  if (next == pinned_memory().begin()) return false;
  const auto& [start, bytes] = *std::prev(next);
  return byte <= start + bytes;
}

cudaError_t copy_to_symbol(void* symbol, std::size_t symbol_bytes, const void* source,
                           std::size_t bytes, std::size_t offset) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) return fail(cudaErrorInvalidValue);
  const HostAccess access(source);
  std::memcpy(static_cast<char*>(symbol) + offset, source, bytes);
  return cudaSuccess;
}

cudaError_t copy_from_symbol(void* destination, const void* symbol, std::size_t symbol_bytes,
                             std::size_t bytes, std::size_t offset) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) return fail(cudaErrorInvalidValue);
  const HostAccess access(destination);
  std::memcpy(destination, static_cast<const char*>(symbol) + offset, bytes);
  return cudaSuccess;
}

}  // namespace course::cpu

using namespace course::cpu;

cudaError_t cudaFree(void* pointer, SourceLine at) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  DeviceMemory& memory = DeviceMemory::instance();
  if (pointer == nullptr || memory.release(pointer, at)) return cudaSuccess;
  const Allocation* known = memory.find(pointer);
  if (known == nullptr) known = memory.find_freed(pointer);
  if (known != nullptr) {
    report("cudaFree at " + text_of(at) + ": the pointer is " +
           known->describe(static_cast<const char*>(pointer) - known->base));
  } else {
    report("cudaFree at " + text_of(at) + ": the pointer did not come from cudaMalloc");
  }
  return fail(cudaErrorInvalidValue);
}

cudaError_t cudaFreeHost(void* pointer) {
  if (const cudaError_t error = sticky_error()) return error;
  const std::lock_guard lock(runtime_mutex());
  pinned_memory().erase(static_cast<const char*>(pointer));
  std::free(pointer);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes,
                       cudaMemcpyKind kind) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (bytes == 0) return cudaSuccess;
  Side to = side_of(destination);
  Side from = side_of(source);
  switch (kind) {
    case cudaMemcpyHostToHost:
      to = from = Side::host;
      break;
    case cudaMemcpyHostToDevice:
      from = Side::host;
      to = Side::device;
      break;
    case cudaMemcpyDeviceToHost:
      from = Side::device;
      to = Side::host;
      break;
    case cudaMemcpyDeviceToDevice:
      to = from = Side::device;
      break;
    case cudaMemcpyDefault:
      break;
    default:
      return fail(cudaErrorInvalidMemcpyDirection);
  }
  if (!fits("cudaMemcpy: the destination", destination, bytes, to) ||
      !fits("cudaMemcpy: the source", source, bytes, from)) {
    return fail(cudaErrorInvalidValue);
  }
  const HostAccess access(destination, source);
  std::memmove(destination, source, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(destination, source, bytes, kind);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (bytes == 0) return cudaSuccess;
  if (!fits("cudaMemset: the destination", pointer, bytes, Side::device)) {
    return fail(cudaErrorInvalidValue);
  }
  const HostAccess access(pointer);
  std::memset(pointer, value, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t) {
  return cudaMemset(pointer, value, bytes);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  *free = free_host_memory_bytes();
  *total = host_memory_bytes();
  return cudaSuccess;
}
