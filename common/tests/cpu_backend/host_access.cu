// Host code that writes to device memory: the program ends with a message and status 1.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  float* pointer = nullptr;
  cudaMalloc(&pointer, 100 * sizeof(float));
  pointer[3] = 1.0f;
  std::puts("nothing stopped it");
  return 0;
}
