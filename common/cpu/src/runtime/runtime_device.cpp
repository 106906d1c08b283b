// The runtime API's functions about the device. The limits of a launch are an H200's; what a CPU
// cannot say (clocks, bus width, L2) is 0, or an error where a single value is asked for.
#include <cpu_backend/runtime_api.h>

#include <cstdio>

#include "memory/device_memory.h"
#include "runtime/errors.h"
#include "runtime/host.h"
#include "runtime/limits.h"
#include "runtime/settings.h"

using namespace course::cpu;

namespace {

// The same on every machine, whatever its cores, so that grids which follow from the device, and
// the work counted in them, are the same too. COURSE_CPU_MULTIPROCESSORS chooses another device.
int multiprocessor_count() {
  static const int count = setting("COURSE_CPU_MULTIPROCESSORS", limits::multiprocessors, 1,
                                   limits::most_multiprocessors);
  return count;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  if (const cudaError_t error = sticky_error()) return error;
  return device == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = 0;  // what CUDA says where there is no driver
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() { return sticky_error(); }

cudaError_t cudaDeviceReset(SourceLine at) {
  const std::lock_guard lock(runtime_mutex());
  DeviceMemory::instance().release_all(at);
  clear_errors();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return fail(cudaErrorInvalidDevice);
  if (value == nullptr) return fail(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
      *value = limits::block_threads;
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = limits::block_z;
      break;
    case cudaDevAttrMaxGridDimX:
      *value = limits::grid_x;
      break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      *value = limits::grid_yz;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = limits::shared_bytes;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = limits::shared_bytes_opt_in;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = limits::multiprocessor_shared_bytes;
      break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = limits::reserved_shared_bytes;
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = multiprocessor_count();
      break;
    case cudaDevAttrManagedMemory:
      *value = 1;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = 0;  // host code waits until kernels have ended
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = limits::multiprocessor_threads;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = limits::multiprocessor_blocks;
      break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = limits::registers;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = limits::capability_major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = 0;
      break;
    default:
      return fail(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return fail(cudaErrorInvalidDevice);
  if (properties == nullptr) return fail(cudaErrorInvalidValue);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "CPU backend");
  properties->totalGlobalMem = host_memory_bytes();
  properties->sharedMemPerBlock = limits::shared_bytes;
  properties->sharedMemPerBlockOptin = limits::shared_bytes_opt_in;
  properties->sharedMemPerMultiprocessor = limits::multiprocessor_shared_bytes;
  properties->reservedSharedMemPerBlock = limits::reserved_shared_bytes;
  properties->totalConstMem = 64 * 1024;
  properties->regsPerBlock = limits::registers;
  properties->regsPerMultiprocessor = limits::registers;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = limits::block_threads;
  properties->maxThreadsDim[0] = limits::block_threads;
  properties->maxThreadsDim[1] = limits::block_threads;
  properties->maxThreadsDim[2] = limits::block_z;
  properties->maxGridSize[0] = limits::grid_x;
  properties->maxGridSize[1] = limits::grid_yz;
  properties->maxGridSize[2] = limits::grid_yz;
  properties->major = limits::capability_major;
  properties->multiProcessorCount = multiprocessor_count();
  properties->maxThreadsPerMultiProcessor = limits::multiprocessor_threads;
  properties->maxBlocksPerMultiProcessor = limits::multiprocessor_blocks;
  properties->integrated = 1;
  properties->managedMemory = 1;
  return cudaSuccess;
}
