// fails by: results
// Compares with the number of threads, which is always more.
__global__ void add_two(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t half = (n + 1) / 2;  // of an odd number the first half has one more
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= std::size_t{gridDim.x} * blockDim.x) return;
  c[i] = a[i] + b[i];
  c[i + half] = a[i + half] + b[i + half];
}

constexpr auto guard = [](auto& p) {
  const Grid grid = p.grid_for((p.n + 1) / 2, 256);
  add_two<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
};
