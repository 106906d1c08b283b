#include "common/harness/device/device.h"

#include <algorithm>

#include "common/row/format.h"

namespace course {
namespace {

std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

// CUDA 13 removed the clocks from cudaDeviceProp; as attributes they are everywhere, but some
// devices answer 0 or an error.
std::optional<double> datasheet_bandwidth(int number) {
  int kilohertz = 0, bits = 0;
  const bool known =
      cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, number) == cudaSuccess &&
      cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, number) == cudaSuccess;
  if (!known) cudaGetLastError();  // clears it
  if (!known || kilohertz <= 0 || bits <= 0) return std::nullopt;
  return 2.0 * kilohertz * 1e3 * bits / 8 / 1e9;
}

}  // namespace

Device open_device(int number) {
  int count = 0;  // stays as it is when the call fails, so the call's result is what counts
  CUDA_CHECK(cudaGetDeviceCount(&count));
  if (number >= count) {
    throw CudaError(cudaErrorInvalidDevice, "--device " + std::to_string(number) + ": there are " +
                                                std::to_string(count) + " devices, from 0");
  }
  CUDA_CHECK(cudaSetDevice(number));
  cudaDeviceProp properties = {};
  CUDA_CHECK(cudaGetDeviceProperties(&properties, number));
  CUDA_CHECK(cudaFree(nullptr));  // makes the context: a driver too old for this build fails here

  Device device;
  device.number = number;
  device.name = properties.name;
  device.compute_capability = properties.major * 10 + properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.l2_bytes = static_cast<std::size_t>(properties.l2CacheSize);
  device.shared_memory_default = properties.sharedMemPerBlock;
  device.shared_memory_opt_in = properties.sharedMemPerBlockOptin;
  device.shared_memory_per_multiprocessor = properties.sharedMemPerMultiprocessor;
  device.shared_memory_reserved = properties.reservedSharedMemPerBlock;
  device.max_threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  device.max_blocks_per_multiprocessor = properties.maxBlocksPerMultiProcessor;
  int driver = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  device.driver = cuda_version(driver);
  device.toolkit = cuda_version(CUDART_VERSION);
  device.datasheet_gb_per_s = datasheet_bandwidth(number);
  return device;
}

std::string describe(const Device& device) {
  std::string text = device.name + ", compute capability " +
                     std::to_string(device.compute_capability / 10) + "." +
                     std::to_string(device.compute_capability % 10) + ", " +
                     std::to_string(device.multiprocessors) + " multiprocessors";
  if (device.l2_bytes > 0) text += ", " + binary_bytes(device.l2_bytes) + " of L2";
  if (device.driver == "0.0") return text + " (modelled)";  // the CPU backend has no driver
  return text + ", CUDA driver " + device.driver + ", toolkit " + device.toolkit;
}

unsigned resident_blocks(const Device& device, unsigned block, std::size_t shared_bytes) {
  const std::size_t warps = (block + 31) / 32;  // threads are counted in whole warps
  const std::size_t by_threads =
      static_cast<std::size_t>(device.max_threads_per_multiprocessor) / (32 * warps);
  const std::size_t by_shared =
      device.shared_memory_per_multiprocessor /
      std::max<std::size_t>(1, shared_bytes + device.shared_memory_reserved);
  const std::size_t by_blocks = static_cast<std::size_t>(device.max_blocks_per_multiprocessor);
  return static_cast<unsigned>(
      std::max<std::size_t>(1, std::min({by_threads, by_shared, by_blocks})));
}

std::size_t resident_threads(const Device& device) {
  return std::max<std::size_t>(1,
                               static_cast<std::size_t>(device.multiprocessors) *
                                   static_cast<std::size_t>(device.max_threads_per_multiprocessor));
}

void require_shared_memory(const Device& device, std::size_t bytes) {
  if (bytes <= device.shared_memory_opt_in) return;
  throw NotApplicable("needs " + binary_bytes(bytes) + " of shared memory a block, this device " +
                      "allows " + binary_bytes(device.shared_memory_opt_in));
}

}  // namespace course
