// The macros that programs like to begin with must not meet names in the backend's headers: the
// build defines every capital letter before them, and this file more behind them.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#undef T
#define T float
#define BLOCK 256
#define SIZE N
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(call) \
  if ((call) != cudaSuccess) return 1

__constant__ T factor;

__global__ void scale(T* values) {
  extern __shared__ T mine[];
  __shared__ T most;
  const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
  if (threadIdx.x == 0) most = 0;
  mine[threadIdx.x] = min(values[i], __half2float(__float2half(8.0f)));
  __syncthreads();
  if (threadIdx.x == max(0, 3)) atomicAdd(&most, __shfl_sync(1u << 3, mine[3], 3));
  __syncthreads();
  values[i] = factor * __ldg(&values[i]) + most - mine[3];
}

#undef A
#undef B
template <class A, int B>
__global__ void set(A* values) {
  values[threadIdx.x] = B;
}

template <class A, int B>
void launch_set(A* values) {
  set<A, B><<<1, SIZE>>>(values);
}

int main() {
  T* values = nullptr;
  T two = 2, result = 0;
  CHECK(cudaMalloc(&values, N * sizeof(T)));
  CHECK(cudaMemcpyToSymbol(factor, &two, sizeof two));
  launch_set<T, 5>(values);
  scale<<<N / BLOCK, BLOCK, BLOCK * sizeof(T)>>>(values);
  CHECK(cudaGetLastError());
  // Names of the launch's own arguments are the learner's too.
  const auto arguments = scale;
  const auto types = arguments;
  types<<<N / BLOCK, BLOCK, BLOCK * sizeof(T)>>>(values);
  CHECK(cudaMemcpy(&result, values + N - 1, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(values));
  return result == 20 ? 0 : 1;
}
