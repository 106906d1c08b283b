#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Every call can fail, and says so only if you ask. Status 77: there is no GPU to run on.
void check(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
  std::exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
}

__global__ void add(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const std::size_t n = 100003, bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }

  float *device_a, *device_b, *device_c;  // the GPU's memory, not yours to read or write here
  check(cudaMalloc(&device_a, bytes), "cudaMalloc a");
  check(cudaMalloc(&device_b, bytes), "cudaMalloc b");
  check(cudaMalloc(&device_c, bytes), "cudaMalloc c");
  check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy a");
  check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice), "copy b");

  const unsigned threads = 256, blocks = (n + threads - 1) / threads;  // rounded up
  add<<<blocks, threads>>>(device_a, device_b, device_c, n);
  check(cudaGetLastError(), "launch");           // could it be launched at all?
  check(cudaDeviceSynchronize(), "the kernel");  // wait for its end; did it go well?

  check(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost), "copy c");
  for (float* memory : {device_a, device_b, device_c}) check(cudaFree(memory), "cudaFree");

  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];
  std::printf("%zu of %zu sums are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
