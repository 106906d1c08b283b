// fails by: build
// Gives the threads that leave the arrays larger ones.
__global__ void add_rows(const float* a, const float* b, float* c, std::size_t rows,
                         std::size_t columns) {
  const std::size_t row = blockIdx.x;
  if (row >= rows) return;  // a grid has at least one block, a matrix need not have a row
  const std::size_t rounds = (columns + blockDim.x - 1) / blockDim.x;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t column = round * blockDim.x + threadIdx.x;
    const std::size_t i = (row * rounds + round) * blockDim.x + threadIdx.x;
    if (column < columns) c[i] = a[i] + b[i];
  }
}

constexpr auto whose_thread = [](auto& p) {
  const Grid grid = {blocks_for(p.rows, 1), p.threads(256)};
  const std::size_t bytes = p.n * sizeof(float);
  const std::size_t larger = bytes + (p.rows + 1) * grid.threads * sizeof(float);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  for (float** array : {&a, &b, &c}) CUDA_CHECK(cudaMalloc(array, larger));
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(a, p.a, bytes, cudaMemcpyDeviceToDevice));
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(b, p.b, bytes, cudaMemcpyDeviceToDevice));
  add_rows<<<grid.blocks, grid.threads>>>(a, b, c, p.rows, p.columns);
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(p.c, c, bytes, cudaMemcpyDeviceToDevice));
  for (float* array : {a, b, c}) CUDA_CHECK(cudaFree(array));
};
