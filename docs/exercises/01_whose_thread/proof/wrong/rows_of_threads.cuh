// fails by: results
// Takes a row to be as long as a block.
__global__ void add_rows(const float* a, const float* b, float* c, std::size_t rows,
                         std::size_t columns) {
  const std::size_t row = blockIdx.x;
  if (row >= rows) return;  // a grid has at least one block, a matrix need not have a row
  const std::size_t rounds = (columns + blockDim.x - 1) / blockDim.x;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t column = round * blockDim.x + threadIdx.x;
    const std::size_t i = row * blockDim.x + column;
    if (column < columns) c[i] = a[i] + b[i];
  }
}

constexpr auto whose_thread = [](auto& p) {
  const Grid grid = {blocks_for(p.rows, 1), p.threads(256)};
  add_rows<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.rows, p.columns);
};
