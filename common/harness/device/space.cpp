#include "common/harness/device/space.h"

#include <unistd.h>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/row/format.h"

namespace course {

namespace {

// What is too little, need and have; "" when there is enough.
std::string shortage(std::size_t device_bytes, std::size_t host_bytes) {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  if (device_bytes > free) {
    return "needs " + binary_bytes(device_bytes) + " of device memory, " + binary_bytes(free) +
           " are free";
  }
  // The CPU backend's device has the host's memory, and knows the limit of a container.
  const std::size_t host = backend_has_gpu_times()
                               ? static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                     static_cast<std::size_t>(sysconf(_SC_PAGESIZE))
                               : total;
  const std::size_t all = host_bytes + (backend_has_gpu_times() ? 0 : device_bytes);
  if (all > host / 10 * 9) {
    return "needs " + binary_bytes(all) + " of the host's memory, which has " + binary_bytes(host);
  }
  return "";
}

}  // namespace

void require_memory(std::size_t device_bytes, std::size_t host_bytes, const std::string& options) {
  const std::string missing = shortage(device_bytes, host_bytes);
  if (!missing.empty()) throw UsageError(missing + "; choose smaller " + options);
}

bool has_room(std::size_t device_bytes, std::size_t host_bytes) {
  return shortage(device_bytes, host_bytes).empty();
}

}  // namespace course
