// Facts about the device that a lesson runs on, and the limits that launches must keep.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <optional>
#include <string>

#include "common/harness/device/check.h"

namespace course {

// The exit status of a program that has no device to run on: CTest takes it for "skipped".
constexpr int kExitNoDevice = 77;

struct Device {
  int number = 0;
  std::string name;            // as in the CSV column `device`
  int compute_capability = 0;  // 90 for 9.0
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  std::size_t shared_memory_default = 0;  // bytes a block may use without asking
  std::size_t shared_memory_opt_in = 0;   // bytes a block may use after cudaFuncSetAttribute
  std::size_t shared_memory_per_multiprocessor = 0;
  std::size_t shared_memory_reserved = 0;  // bytes the system takes of it for every block
  int max_threads_per_multiprocessor = 0;
  int max_blocks_per_multiprocessor = 0;
  std::string driver, toolkit;  // versions of CUDA, "13.0"
  // Memory clock x bus width, twice per clock, in GB/s; empty where the device does not tell.
  std::optional<double> datasheet_gb_per_s;
};

// Makes device `number` current and reads its facts. Throws CudaError when there is no usable
// device.
Device open_device(int number);

// "NVIDIA H200, compute capability 9.0, 132 multiprocessors, 50 MiB of L2, CUDA driver 13.0, ..."
std::string describe(const Device& device);

// Blocks that give each of `n` elements to one of `per_block` places; 1 for n = 0, because a grid
// of no blocks is an invalid launch. Throws NotApplicable beyond the 2^31 - 1 blocks of a grid.
inline unsigned blocks_for(std::size_t n, std::size_t per_block) {
  const std::size_t blocks = n == 0 ? 1 : (n - 1) / per_block + 1;
  if (blocks > 2147483647u) {
    throw NotApplicable("needs " + std::to_string(blocks) +
                        " blocks, a grid has at most 2147483647");
  }
  return static_cast<unsigned>(blocks);
}

// Blocks of `block` threads and `shared_bytes` of shared memory that a multiprocessor can hold at
// the same time, at least 1. Registers are left out: a kernel that must not be limited by them says
// so with __launch_bounds__.
unsigned resident_blocks(const Device& device, unsigned block, std::size_t shared_bytes);

// Threads that the whole device can hold at the same time, at least 1.
std::size_t resident_threads(const Device& device);

// Throws NotApplicable, naming need and limit, when no block may use `bytes` of shared memory.
void require_shared_memory(const Device& device, std::size_t bytes);

// Lets `kernel` use `bytes` of dynamic shared memory. Beyond the default 48 KiB a kernel must ask.
// Throws NotApplicable, naming need and limit, beyond what the device allows.
template <typename Kernel>
void allow_shared_memory(const Device& device, Kernel* kernel, std::size_t bytes) {
  require_shared_memory(device, bytes);
  if (bytes > device.shared_memory_default) {
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)));
  }
}

}  // namespace course
