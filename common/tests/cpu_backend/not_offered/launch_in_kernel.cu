// A kernel that launches another: ends with a message, and without waiting for the watchdog.
#include <cuda_runtime.h>

__global__ void inner() {}
__global__ void outer() { inner<<<1, 1>>>(); }

int main() {
  outer<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorNotSupported ? 0 : 1;
}
