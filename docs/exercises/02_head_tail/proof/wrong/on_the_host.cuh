// fails by: build
// The host adds; no kernel loads or stores anything.

constexpr auto head_tail = [](auto& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    float x = 0, y = 0;
    CUDA_CHECK(cudaMemcpy(&x, p.a + i, sizeof x, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(&y, p.b + i, sizeof y, cudaMemcpyDeviceToHost));
    const float sum = x + y;
    CUDA_CHECK(cudaMemcpy(p.c + i, &sum, sizeof sum, cudaMemcpyHostToDevice));
  }
};
