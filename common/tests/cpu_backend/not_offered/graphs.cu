// Must not compile, and the message must name what is missing.
#include <cuda_runtime.h>

void capture(cudaStream_t stream) { cudaStreamBeginCapture(stream, 0); }
