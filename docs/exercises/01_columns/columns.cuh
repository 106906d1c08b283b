// Exercise 01.3: which thread index runs along a row?
//
// The arrays are a matrix, one row after the other, and a block of 32 x 32 threads adds a tile of
// 32 x 32 elements. All sums are right. But a warp, 32 threads that differ in threadIdx.x, reads 32
// elements that lie a whole row apart: 32 sectors of 32 bytes each, where 4 would do. Change the
// kernel so that a warp reads neighbours.

__global__ void add_tiles(const float* a, const float* b, float* c, std::size_t rows,
                          std::size_t columns) {
  // TODO: which index should choose the column?
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.x;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const std::size_t i = row * columns + column;
  c[i] = a[i] + b[i];
}

constexpr auto columns = [](auto& p) {
  const dim3 tiles(blocks_for(p.columns, 32), blocks_for(p.rows, 32));
  add_tiles<<<tiles, dim3(32, 32)>>>(p.a, p.b, p.c, p.rows, p.columns);
};
