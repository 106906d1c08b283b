// Does not compile: one byte more than a kernel may have in its __shared__ variables.
__global__ void too_much(char* out) {
  __shared__ char bytes[48 * 1024 + 1];
  bytes[threadIdx.x] = 1;
  out[threadIdx.x] = bytes[threadIdx.x];
}

int main() { return 0; }
