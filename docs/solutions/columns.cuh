// Solution 01.3: which thread index runs along a row?
//
// The threads of a warp differ in threadIdx.x, so that index chooses the column: 32 neighbours of 4
// bytes are 128 bytes, 4 sectors.

__global__ void add_tiles(const float* a, const float* b, float* c, std::size_t rows,
                          std::size_t columns) {
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  const std::size_t i = row * columns + column;
  c[i] = a[i] + b[i];
}

constexpr auto columns = [](auto& p) {
  const dim3 tiles(blocks_for(p.columns, 32), blocks_for(p.rows, 32));
  add_tiles<<<tiles, dim3(32, 32)>>>(p.a, p.b, p.c, p.rows, p.columns);
};
