#include "common/harness/ceilings.h"

#include <algorithm>

#include "common/harness/backend.h"

namespace course {

Ceilings measure_ceilings(const Probes& probes, const Device& device, const CacheFlush& flush) {
  Ceilings ceilings;
  if (!backend_has_gpu_times()) return ceilings;
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  // Large enough that the start and end of the kernel do not count, small enough for small devices.
  const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, free / 8) / 4096 * 4096;
  const DeviceMemory source(bytes), destination(bytes), sink(sizeof(unsigned));
  CUDA_CHECK(cudaMemset(source.data(), 1, bytes));
  const TimingPlan plan;
  const auto gb_per_s = [&](double moved, const std::function<void()>& launch) {
    const Statistics time = time_on_device(
        plan, flush, [] {}, launch);
    return moved / 1e6 / time.median;
  };
  if (probes.read != nullptr) {
    ceilings.read = gb_per_s(static_cast<double>(bytes), [&] {
      probes.read(reinterpret_cast<const uint4*>(source.data()), bytes / sizeof(uint4),
                  reinterpret_cast<unsigned*>(sink.data()), device);
    });
  }
  ceilings.copy = gb_per_s(2.0 * static_cast<double>(bytes), [&] {
    CUDA_CHECK(cudaMemcpyAsync(destination.data(), source.data(), bytes, cudaMemcpyDeviceToDevice));
  });
  return ceilings;
}

}  // namespace course
