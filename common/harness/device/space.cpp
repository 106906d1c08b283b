#include "common/harness/device/space.h"

#include <unistd.h>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/row/format.h"

namespace course {

void require_memory(std::size_t device_bytes, std::size_t host_bytes, const std::string& options) {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  if (device_bytes > free) {
    throw UsageError("needs " + binary_bytes(device_bytes) + " of device memory, " +
                     binary_bytes(free) + " are free; choose smaller " + options);
  }
  const std::size_t host = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t all = host_bytes + (backend_has_gpu_times() ? 0 : device_bytes);
  if (all > host / 10 * 9) {
    throw UsageError("needs " + binary_bytes(all) + " of the host's memory, which has " +
                     binary_bytes(host) + "; choose smaller " + options);
  }
}

}  // namespace course
