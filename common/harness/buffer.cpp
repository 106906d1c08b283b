#include "common/harness/buffer.h"

#include "common/harness/format.h"

namespace course {

unsigned char* Workspace::reserve(std::size_t bytes) {
  if (bytes > memory_.bytes()) {
    memory_ = DeviceMemory();  // the old one first: both together need not fit
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (bytes > free) {
      throw NotApplicable("needs a workspace of " + binary_bytes(bytes) + ", the device has " +
                          binary_bytes(free) + " free");
    }
    memory_ = DeviceMemory(bytes);
    poison();
  }
  if (bytes > used_) used_ = bytes;
  return memory_.data();
}

void Workspace::poison() const {
  if (memory_.bytes() > 0) CUDA_CHECK(cudaMemsetAsync(memory_.data(), 0xA5, memory_.bytes()));
}

}  // namespace course
