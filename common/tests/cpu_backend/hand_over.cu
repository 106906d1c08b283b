// Sums an array in one launch: each block sums its part, and the block that is the last to be done
// adds up the parts. That is right if each part is written, then fenced, then announced by an
// atomic. What cpu-race says of this and of what can be wrong in it is tested.
// Usage: cpu_backend_hand_over NAME, one of those in main or within_a_block.
#include <cuda_runtime.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

enum class Way {
  fenced,
  fenced_by_every_thread,
  without_fence,
  fence_too_early,
  fence_of_a_block,
  plain_ticket,
  without_barrier
};

constexpr int kBlock = 64;

__device__ int sum_of_block(const int* values, unsigned n) {
  __shared__ int sums[kBlock];
  int sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += kBlock) sum += values[i];
  sums[threadIdx.x] = sum;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

template <Way kWay>
__global__ void sum_all(const int* values, int* parts, unsigned* ticket, int* result) {
  __shared__ bool is_last;
  const int sum = sum_of_block(values + blockIdx.x * kBlock, kBlock);
  if (kWay == Way::fenced_by_every_thread) {
    if (threadIdx.x == 5) parts[blockIdx.x] = sum;
    __threadfence();
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    if (kWay == Way::fence_too_early) __threadfence();
    if (kWay != Way::fenced_by_every_thread) parts[blockIdx.x] = sum;
    if (kWay == Way::fenced || kWay >= Way::plain_ticket) __threadfence();
    if (kWay == Way::fence_of_a_block) __threadfence_block();
    const unsigned mine = kWay == Way::plain_ticket ? (*ticket)++ : atomicInc(ticket, gridDim.x);
    is_last = mine == gridDim.x - 1;
  }
  if (kWay != Way::without_barrier) __syncthreads();
  if (!is_last) return;
  const int total = sum_of_block(parts, gridDim.x);
  if (threadIdx.x == 0) *result = total;
}

// The same within a block: the last thread to be done adds up what the others left in shared
// memory.
__global__ void sum_by_last_thread(const int* values, int* result) {
  __shared__ int parts[kBlock];
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) ticket = 0;
  __syncthreads();
  parts[threadIdx.x] = values[threadIdx.x];
  __threadfence_block();
  if (atomicAdd(&ticket, 1u) < kBlock - 1) return;
  int sum = 0;
  for (const int part : parts) sum += part;
  *result = sum;
}

int main(int argc, char** argv) {
  using Kernel = void(const int*, int*, unsigned*, int*);
  const std::map<std::string, Kernel*> kernels{
      {"fenced", sum_all<Way::fenced>},
      {"fenced_by_every_thread", sum_all<Way::fenced_by_every_thread>},
      {"without_fence", sum_all<Way::without_fence>},
      {"fence_too_early", sum_all<Way::fence_too_early>},
      {"fence_of_a_block", sum_all<Way::fence_of_a_block>},
      {"plain_ticket", sum_all<Way::plain_ticket>},
      {"without_barrier", sum_all<Way::without_barrier>}};
  const std::string wanted = argc > 1 ? argv[1] : "";
  const unsigned blocks = 500, n = blocks * kBlock;
  int *values, *parts, *result;
  unsigned* ticket;
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&parts, blocks * sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMalloc(&result, sizeof(int));
  const std::vector<int> ones(n, 1);
  cudaMemcpy(values, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(ticket, 0, sizeof(unsigned));

  int expected = static_cast<int>(n);
  if (wanted == "within_a_block") {
    sum_by_last_thread<<<1, kBlock>>>(values, result);
    expected = kBlock;
  } else {
    kernels.at(wanted)<<<blocks, kBlock>>>(values, parts, ticket, result);
  }
  int sum = 0;
  cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d of %d\n", sum, expected);
  return sum == expected ? 0 : 1;
}
