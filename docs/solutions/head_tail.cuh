// Solution 02.1: loads of 16 bytes from any address.
//
// The head is what is missing to the next multiple of 16 bytes, or all there is where n is less.

__device__ float4 load_four(const float* p) {
  const bool is_aligned_here = reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
  return is_aligned_here ? *reinterpret_cast<const float4*>(p)
                         : make_float4(p[0], p[1], p[2], p[3]);
}

__global__ void add_wide_loads(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(a) % 16 / sizeof(float);
  const std::size_t missing = (4 - past) % 4;
  const std::size_t head = missing < n ? missing : n;
  const std::size_t packs = (n - head) / 4;
  if (thread < packs) {
    const std::size_t i = head + 4 * thread;
    const float4 x = *reinterpret_cast<const float4*>(a + i);
    const float4 y = load_four(b + i);
    c[i] = x.x + y.x;
    c[i + 1] = x.y + y.y;
    c[i + 2] = x.z + y.z;
    c[i + 3] = x.w + y.w;
  }
  if (thread < head) c[thread] = a[thread] + b[thread];
  const std::size_t in_tail = head + 4 * packs + thread;
  if (in_tail < n) c[in_tail] = a[in_tail] + b[in_tail];
}

constexpr auto head_tail = [](auto& p) {
  // A thread for every four elements, and at least one for each that stands alone.
  const Grid grid = p.grid_for(p.n / 4 + 6, 256);
  add_wide_loads<<<grid.blocks, grid.threads>>>(p.a, p.b, p.c, p.n);
};
