// The runtime API's functions that copy and set memory.
#include <cpu_backend/runtime_api.h>

#include <cstring>
#include <string>

#include "memory/device_memory.h"
#include "memory/symbols.h"
#include "runtime/errors.h"

namespace course::cpu {
namespace {

enum class Side { host, device };

Side side_of(const void* pointer) {
  const DeviceMemory& memory = DeviceMemory::instance();
  const bool device = memory.find(pointer) != nullptr || memory.find_freed(pointer) != nullptr ||
                      find_symbol(pointer) != nullptr;
  return device ? Side::device : Side::host;
}

// Whether `bytes` bytes at `pointer` lie where a copy may touch them; says why not.
bool fits(const std::string& what, const void* pointer, std::size_t bytes, Side side) {
  if (pointer == nullptr) {
    report(what + " is a null pointer");
    return false;
  }
  const Allocation* allocation = DeviceMemory::instance().find(pointer);
  if (side == Side::host && (allocation == nullptr || !allocation->managed)) {
    if (allocation == nullptr) return true;
    report(what + " is device memory, but the copy kind says host memory");
    return false;
  }
  const Symbol* symbol = find_symbol(pointer);
  if (allocation == nullptr && symbol != nullptr) {
    const auto offset = static_cast<const char*>(pointer) - symbol->start;
    if (bytes <= symbol->bytes - static_cast<std::size_t>(offset)) return true;
    report(what + ": " + std::to_string(bytes) + " bytes do not fit from byte " +
           std::to_string(offset) + " of a __device__ variable of " +
           std::to_string(symbol->bytes) + " bytes");
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

// Whether a copy of these bytes may be done as `kind` says; reports why not. What is not copied
// within the bytes, as between the rows of a matrix, counts as copied.
cudaError_t check_copy(const std::string& call, const void* destination, std::size_t to_bytes,
                       const void* source, std::size_t from_bytes, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return fail(cudaErrorInvalidMemcpyDirection);
  }
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const bool told = kind != cudaMemcpyDefault;
  const Side to = told ? (to_device ? Side::device : Side::host) : side_of(destination);
  const Side from = told ? (from_device ? Side::device : Side::host) : side_of(source);
  if (!fits(call + ": the destination", destination, to_bytes, to) ||
      !fits(call + ": the source", source, from_bytes, from)) {
    return fail(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

// The bytes from the first of a matrix to the last.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) {
  return (height - 1) * pitch + width;
}

}  // namespace

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

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t symbol_bytes) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (pointer == nullptr) return fail(cudaErrorInvalidValue);
  add_symbol(symbol, symbol_bytes);
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}

}  // namespace course::cpu

using namespace course::cpu;

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes,
                       cudaMemcpyKind kind) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (bytes == 0) return cudaSuccess;
  if (const cudaError_t error = check_copy("cudaMemcpy", destination, bytes, source, bytes, kind)) {
    return error;
  }
  const HostAccess access(destination, source);
  std::memmove(destination, source, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpy2D(void* destination, std::size_t to_pitch, const void* source,
                         std::size_t from_pitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (width > to_pitch || width > from_pitch) return fail(cudaErrorInvalidPitchValue);
  if (width == 0 || height == 0) return cudaSuccess;
  if (const cudaError_t error =
          check_copy("cudaMemcpy2D", destination, extent(to_pitch, width, height), source,
                     extent(from_pitch, width, height), kind)) {
    return error;
  }
  const HostAccess access(destination, source);
  for (std::size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<char*>(destination) + row * to_pitch,
                 static_cast<const char*>(source) + row * from_pitch, width);
  }
  return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void* destination, std::size_t to_pitch, const void* source,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(destination, to_pitch, source, from_pitch, width, height, kind);
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

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (width > pitch) return fail(cudaErrorInvalidPitchValue);
  if (width == 0 || height == 0) return cudaSuccess;
  if (!fits("cudaMemset2D: the destination", pointer, extent(pitch, width, height), Side::device)) {
    return fail(cudaErrorInvalidValue);
  }
  const HostAccess access(pointer);
  for (std::size_t row = 0; row < height; ++row) {
    std::memset(static_cast<char*>(pointer) + row * pitch, value, width);
  }
  return cudaSuccess;
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t) {
  return cudaMemset2D(pointer, pitch, value, width, height);
}
