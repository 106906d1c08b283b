// fails by: work
// One array, and no rows: the add of chapter 01.
__global__ void add_tiles(const float* a, const float* b, float* c, std::size_t rows,
                          std::size_t columns) {
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  const std::size_t i = row * columns + column;
  c[i] = a[i] + b[i];
}

constexpr auto columns = [](auto& p) {
  add_tiles<<<blocks_for(p.n, 256), 256>>>(p.a, p.b, p.c, 1, p.n);
};
