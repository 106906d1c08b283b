#include "common/harness/device/buffer.h"

#include "common/row/format.h"

namespace course {
namespace {

constexpr int kPoison = 0xA5;

}  // namespace

unsigned char* Workspace::reserve(std::size_t bytes) {
  if (next_ == pieces_.size()) pieces_.emplace_back();
  DeviceMemory& piece = pieces_[next_++];
  if (bytes > piece.bytes()) {
    piece = DeviceMemory();  // the old one first: both together need not fit
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (bytes > free) {
      throw NotApplicable("needs a workspace of " + binary_bytes(bytes) + ", the device has " +
                          binary_bytes(free) + " free");
    }
    piece = DeviceMemory(bytes);
    CUDA_CHECK(cudaMemsetAsync(piece.data(), kPoison, bytes));
  }
  asked_ += bytes;
  most_ = std::max(most_, asked_);
  return piece.data();
}

void Workspace::poison() const {
  for (const DeviceMemory& piece : pieces_) {
    if (piece.bytes() > 0) CUDA_CHECK(cudaMemsetAsync(piece.data(), kPoison, piece.bytes()));
  }
}

}  // namespace course
