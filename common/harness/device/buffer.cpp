#include "common/harness/device/buffer.h"

#include <algorithm>

#include "common/harness/device/backend.h"
#include "common/row/format.h"

namespace course {
namespace {

constexpr int kPoison = 0xA5;

}  // namespace

DeviceMemory::DeviceMemory(std::size_t bytes, GuardedEnd end) : bytes_(bytes) {
  if (bytes == 0) return;
  void* memory = nullptr;
  guard_front_of_allocations(end == GuardedEnd::in_front);
  const cudaError_t error = cudaMalloc(&memory, bytes);
  guard_front_of_allocations(false);
  CUDA_CHECK(error);
  memory_.reset(static_cast<unsigned char*>(memory));
}

std::string describe(const Layout& layout) {
  switch (layout.border) {
    case Border::watched:
      break;
    case Border::tight_behind:
      return ", offset " + std::to_string(layout.offset) + ", at the end of its memory";
    case Border::exact_behind:
      return ", at the very end of its memory";
    case Border::tight_in_front:
      return ", at the start of its memory";
  }
  return ", offset " + std::to_string(layout.offset);
}

unsigned char* Workspace::reserve(std::size_t bytes) {
  if (next_ == pieces_.size()) pieces_.emplace_back();
  DeviceMemory& piece = pieces_[next_++];
  if (bytes > piece.bytes()) {
    piece = DeviceMemory();  // the old one first: both together need not fit
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    free = std::min(free, most_of_piece_);
    if (bytes > free) {
      throw NotApplicable("needs a workspace of " + binary_bytes(bytes) + ", the device has " +
                          binary_bytes(free) + " free");
    }
    piece = DeviceMemory(bytes, end_);
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
