// A kernel behind a pointer whose block is stuck: the message has the kernel's own name.
#include <cuda_runtime.h>

template <int kLimit>
__global__ void some_wait() {
  if (threadIdx.x < kLimit) __syncthreads();
}

void launch(void (*kernel)()) { kernel<<<1, 32>>>(); }

int main() {
  launch(some_wait<16>);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
