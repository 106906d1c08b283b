// Exercise 02.1: loads of 16 bytes from any address.
//
// Four elements in one load need an address that is a multiple of 16. This kernel takes it for
// granted that a and b begin at one, and that n is a multiple of 4. Find the head, the elements
// before the first such address of a, and the tail, those behind the last four, and add them one by
// one. b may lie differently from a: then load it one by one as well. c is stored so anyway.

__global__ void add_wide_loads(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t head = 0;  // TODO: how many elements?
  const std::size_t packs = (n - head) / 4;
  if (thread < packs) {
    const std::size_t i = head + 4 * thread;
    const float4 x = *reinterpret_cast<const float4*>(a + i);
    const float4 y = *reinterpret_cast<const float4*>(b + i);  // TODO: and where this cannot be?
    c[i] = x.x + y.x;
    c[i + 1] = x.y + y.y;
    c[i + 2] = x.z + y.z;
    c[i + 3] = x.w + y.w;
  }
  // TODO: the elements of the head and of the tail
}

constexpr auto head_tail = [](auto& p) {
  // A thread for every four elements, and at least one for each that stands alone.
  const Grid grid = p.grid_for(p.n / 4 + 6, 256);
  add_wide_loads<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
};
