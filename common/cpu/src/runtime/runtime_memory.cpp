// The runtime API's functions that allocate and free memory.
#include <cpu_backend/runtime_api.h>

#include <cstdlib>
#include <map>
#include <new>

#include "memory/device_memory.h"
#include "memory/fault_signals.h"
#include "memory/symbols.h"
#include "runtime/errors.h"
#include "runtime/host.h"

namespace course::cpu {
namespace {

// What cudaMallocHost gave, by address: kernels may use it.
std::map<const char*, std::size_t>& pinned_memory() {
  static std::map<const char*, std::size_t> sizes;
  return sizes;
}

}  // namespace

cudaError_t allocate(void** pointer, std::size_t bytes, SourceLine at, bool managed) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (pointer == nullptr) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  catch_fault_signals();
  try {
    *pointer = DeviceMemory::instance().allocate(bytes, at, managed);
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

cudaError_t allocate_pitch(void** pointer, std::size_t* pitch, std::size_t width,
                           std::size_t height, SourceLine at) {
  if (pitch == nullptr) return fail(cudaErrorInvalidValue);
  constexpr std::size_t pitch_step = 512;  // of GPUs in use
  *pitch = (width + pitch_step - 1) / pitch_step * pitch_step;
  return allocate(pointer, *pitch * height, at);
}

bool is_pinned(const void* pointer) {
  const auto* byte = static_cast<const char*>(pointer);
  const auto next = pinned_memory().upper_bound(byte);
  if (next == pinned_memory().begin()) return false;
  const auto& [start, bytes] = *std::prev(next);
  return byte <= start + bytes;
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

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  *free = free_host_memory_bytes();
  *total = host_memory_bytes();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (attributes == nullptr) return fail(cudaErrorInvalidValue);
  *attributes = {cudaMemoryTypeUnregistered, 0, nullptr, nullptr};
  void* const address = const_cast<void*>(pointer);
  if (const Allocation* allocation = DeviceMemory::instance().find(pointer)) {
    attributes->type = allocation->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice;
    attributes->devicePointer = address;
    if (allocation->managed) attributes->hostPointer = address;
  } else if (find_symbol(pointer) != nullptr) {
    attributes->type = cudaMemoryTypeDevice;
    attributes->devicePointer = address;
  } else if (is_pinned(pointer)) {
    attributes->type = cudaMemoryTypeHost;
    attributes->devicePointer = attributes->hostPointer = address;
  }
  return cudaSuccess;
}
