// fails by: work
// Takes the matrix for one of columns: with a single row the lanes of a warp have nothing to do.
__global__ void add_tiles(const float* a, const float* b, float* c, std::size_t rows,
                          std::size_t columns) {
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.x;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const std::size_t i = column * rows + row;
  c[i] = a[i] + b[i];
}

constexpr auto columns = [](auto& p) {
  const dim3 tiles(blocks_for(p.columns, 32), blocks_for(p.rows, 32));
  add_tiles<<<tiles, dim3(32, 32)>>>(p.a, p.b, p.c, p.rows, p.columns);
};
