// Exercise 01.1: a guard for every element.
//
// Here a thread adds two elements that lie half an array apart, so half as many threads are enough.
// Sizes can be odd, and a grid is rounded up: some threads have one element, and some have none.
// Nothing stops them yet. Make each element be added once, and no other.

__global__ void add_two(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t half = (n + 1) / 2;  // of an odd number the first half has one more
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // TODO: which threads have a first element, and which have a second one?
  c[i] = a[i] + b[i];
  c[i + half] = a[i + half] + b[i + half];
}

constexpr auto guard = [](auto& p) {
  const Grid grid = p.grid_for((p.n + 1) / 2, 256);
  add_two<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
};
