// Must not compile, and the message must name what is missing.
#include <cuda_runtime.h>

__global__ void read(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x));
}
