// How many blocks a multiprocessor of the modelled device holds. There are no registers here, so
// only threads, blocks and dynamic shared memory limit them.
#include <cpu_backend/runtime_api.h>

#include <algorithm>

#include "runtime/errors.h"
#include "runtime/limits.h"

namespace course::cpu {

cudaError_t max_active_blocks(int* blocks, int block_size, std::size_t dynamic_shared_bytes) {
  if (const cudaError_t error = sticky_error()) return error;
  if (blocks == nullptr || block_size < 1) return fail(cudaErrorInvalidValue);
  const int warps = (block_size + 31) / 32;
  const int by_threads =
      block_size > limits::block_threads ? 0 : limits::multiprocessor_threads / 32 / warps;
  const std::size_t shared_of_block = dynamic_shared_bytes + limits::reserved_shared_bytes;
  const auto by_shared = static_cast<int>(limits::multiprocessor_shared_bytes / shared_of_block);
  *blocks = std::min({by_threads, by_shared, limits::multiprocessor_blocks});
  return cudaSuccess;
}

// As CUDA does: of block sizes that hold equally many threads the largest.
cudaError_t best_block_size(int* blocks, int* block_size,
                            const std::function<std::size_t(int)>& shared_of, int most_threads) {
  if (const cudaError_t error = sticky_error()) return error;
  if (blocks == nullptr || block_size == nullptr) return fail(cudaErrorInvalidValue);
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const int largest =
      most_threads > 0 ? std::min(most_threads, limits::block_threads) : limits::block_threads;
  int most_resident = 0;
  *blocks = *block_size = 0;
  for (int rounded = (largest + 31) / 32 * 32; rounded > 0; rounded -= 32) {
    const int threads = std::min(rounded, largest);
    int active = 0;
    if (const cudaError_t error = max_active_blocks(&active, threads, shared_of(threads))) {
      return error;
    }
    if (active * threads <= most_resident) continue;
    most_resident = active * threads;
    *block_size = threads;
    *blocks = active * multiprocessors;
  }
  return cudaSuccess;
}

}  // namespace course::cpu
