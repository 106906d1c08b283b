// A kernel whose local array is larger than its stack, and that touches only the array's far end.
#include <cuda_runtime.h>

__global__ void count_locally(int* out, int n) {
  int local[100 * 1024];
  local[n] = n;
  __syncthreads();  // every thread has a stack of its own
  out[threadIdx.x] = *const_cast<volatile int*>(local + n);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  count_locally<<<1, 64>>>(out, 3);
  return cudaGetLastError() == cudaErrorIllegalAddress ? 0 : 1;
}
