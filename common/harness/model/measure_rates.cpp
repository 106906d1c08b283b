// Runs the probes of common/kernels/probes.cuh and turns their times into rates.
#include <algorithm>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/harness/model/rates.h"

namespace course {
namespace {

constexpr std::size_t kCountBytes = std::size_t{16} << 10;  // read by the probe of counting

// A device buffer for the probes: large enough that the start and end of a kernel do not count,
// small enough for small devices.
std::size_t probe_bytes() {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return std::min<std::size_t>(std::size_t{1} << 30, free / 8) / 4096 * 4096;
}

double median_ms(const CacheFlush& flush, const std::function<void()>& launch) {
  return time_on_device(
             TimingPlan(), flush, [] {}, launch)
      .median;
}

// 10^9 of whatever is counted, per second.
double giga_per_s(double count, double ms) { return count / 1e6 / ms; }

class RateMeter {
 public:
  RateMeter(const Probes& probes, const Device& device, const CacheFlush& flush, Rates* rates)
      : probes_(probes),
        device_(device),
        flush_(flush),
        rates_(rates),
        bytes_(probe_bytes() / 4),
        from_(bytes_),
        to_(bytes_),
        words_(reinterpret_cast<unsigned*>(to_.data())) {
    CUDA_CHECK(cudaMemset(from_.data(), 1, bytes_));
  }

  void reads_and_copies() const {
    const double size = static_cast<double>(bytes_);
    for (const unsigned width : {1u, 2u, 4u}) {
      for (const bool contiguous : {false, true}) {
        const double ms = time(
            [&] { probes_.read_narrow(contiguous, width, from_.data(), bytes_, words_, device_); });
        rates_->set(contiguous ? probe::kReadContiguous : probe::kReadInTurn, width,
                    giga_per_s(size, ms));
      }
    }
    for (const unsigned width : {2u, 4u, 16u}) {
      const double ms = time([&] { probes_.copy_flat(width, from_.data(), to_.data(), bytes_); });
      rates_->set(probe::kCopyFlat, width, giga_per_s(2 * size, ms));
    }
  }

  void atomics() const {
    const std::size_t n = std::size_t{1} << 24;
    for (unsigned counters = 1; counters <= bytes_ / sizeof(unsigned) && counters <= 1u << 26;
         counters *= counters < 16 ? 2 : 4) {
      const double ms = time([&] { probes_.global_atomics(words_, n, counters); });
      rates_->set(probe::kGlobalAtomics, counters, giga_per_s(n, ms));
    }
    const unsigned blocks = 1 << 16;
    const double commit_ms = time([&] { probes_.commit(words_, blocks); });
    rates_->set(probe::kCommit, 0, giga_per_s(256.0 * blocks, commit_ms));
    for (unsigned degree = 1; degree <= 32; degree *= 2) {
      std::size_t done = 0;
      const double ms = time([&] { done = probes_.shared_atomics(words_, 2048, degree, device_); });
      rates_->set(probe::kSharedAtomics, degree, giga_per_s(static_cast<double>(done), ms));
    }
  }

  void counting() const {
    for (const bool spare_bin : {false, true}) {
      CUDA_CHECK(cudaMemset(from_.data(), 0, kCountBytes));  // valid bin numbers of any width
      for (const unsigned width : {1u, 2u, 4u}) {
        rates_->set(spare_bin ? probe::kCountSpare : probe::kCount, width,
                    count_rate({width, false, spare_bin}));
      }
      CUDA_CHECK(cudaMemset(from_.data(), 'a', kCountBytes));
      rates_->set(spare_bin ? probe::kCountLettersSpare : probe::kCountLetters, 1,
                  count_rate({1, true, spare_bin}));
    }
  }

  void launches() const {
    const unsigned threads =
        static_cast<unsigned>(std::min<std::size_t>(1 << 24, bytes_ / 1024 * 1024));
    for (unsigned block = 32; block <= 1024; block *= 2) {
      const unsigned blocks = threads / block;
      const double ms = time([&] { probes_.blocks(from_.data(), blocks, block, words_); });
      rates_->set(probe::kBlocks, block, giga_per_s(blocks, ms));
    }
    rates_->set(probe::kLaunch, 0, 1000 * time([&] { probes_.nothing(); }));
  }

 private:
  double time(const std::function<void()>& launch) const { return median_ms(flush_, launch); }

  double count_rate(const CountForm& form) const {
    std::size_t done = 0;
    const double ms = time([&] { done = probes_.count(form, from_.data(), 64, words_, device_); });
    return giga_per_s(static_cast<double>(done), ms);
  }

  const Probes& probes_;
  const Device& device_;
  const CacheFlush& flush_;
  Rates* const rates_;
  const std::size_t bytes_;
  const DeviceMemory from_, to_;
  unsigned* const words_;
};

}  // namespace

void measure_ceilings(const Probes& probes, const Device& device, const CacheFlush& flush,
                      Rates* rates) {
  if (!backend_has_gpu_times() || probes.read == nullptr) return;
  if (device.l2_bytes > 0) {
    rates->set(probe::kL2Bytes, 0, static_cast<double>(device.l2_bytes));
  }
  const std::size_t bytes = probe_bytes();
  const DeviceMemory from(bytes), to(bytes), sink(sizeof(unsigned));
  CUDA_CHECK(cudaMemset(from.data(), 1, bytes));
  const double read_ms = median_ms(flush, [&] {
    probes.read(from.data(), bytes, reinterpret_cast<unsigned*>(sink.data()), device);
  });
  rates->set(probe::kRead, 0, giga_per_s(static_cast<double>(bytes), read_ms));
  const double copy_ms = median_ms(flush, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice));
  });
  rates->set(probe::kCopy, 0, giga_per_s(2.0 * static_cast<double>(bytes), copy_ms));
}

void measure_rates(const Probes& probes, const Device& device, const CacheFlush& flush,
                   Rates* rates) {
  if (!backend_has_gpu_times() || probes.read == nullptr) return;
  const RateMeter meter(probes, device, flush, rates);
  meter.reads_and_copies();
  meter.atomics();
  meter.counting();
  meter.launches();
}

}  // namespace course
