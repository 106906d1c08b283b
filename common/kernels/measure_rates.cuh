// Runs the probes of probes.cuh and turns their times into rates.
#pragma once

#include "common/harness/model/rates.h"

#ifdef COURSE_CPU_BACKEND

namespace course {

inline constexpr MeasureRates measure_rates = nullptr;  // times on a CPU would say nothing

}  // namespace course

#else

#include <algorithm>

#include "common/kernels/probes.cuh"

namespace course {
inline constexpr std::size_t kCountBytes = std::size_t{16} << 10;  // read by the probe of counting

// A device buffer for the probes: large enough that the start and end of a kernel do not count,
// small enough for small devices.
inline std::size_t probe_bytes() {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return std::min<std::size_t>(std::size_t{1} << 30, free / 8) / 4096 * 4096;
}

inline double median_ms(const CacheFlush& flush, const std::function<void()>& launch) {
  return time_on_device(
             TimingPlan(), flush, [] {}, launch)
      .median;
}

// 10^9 of whatever is counted, per second.
inline double giga_per_s(double count, double ms) { return count / 1e6 / ms; }

class RateMeter {
 public:
  RateMeter(const Device& device, const CacheFlush& flush, Rates* rates)
      : device_(device),
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
            [&] { probe::read_narrow(contiguous, width, from_.data(), bytes_, words_, device_); });
        rates_->set(contiguous ? probe::kReadContiguous : probe::kReadInTurn, width,
                    giga_per_s(size, ms));
      }
    }
    for (const unsigned width : {2u, 4u, 16u}) {
      const double ms = time([&] { probe::copy_flat(width, from_.data(), to_.data(), bytes_); });
      rates_->set(probe::kCopyFlat, width, giga_per_s(2 * size, ms));
    }
  }

  void atomics() const {
    const std::size_t n = std::size_t{1} << 24;
    for (unsigned counters = 1; counters <= bytes_ / sizeof(unsigned) && counters <= 1u << 26;
         counters *= counters < 16 ? 2 : 4) {
      const double ms = time([&] { probe::global_atomics(words_, n, counters); });
      rates_->set(probe::kGlobalAtomics, counters, giga_per_s(n, ms));
    }
    const unsigned blocks = 1 << 16;
    const double commit_ms = time([&] { probe::commit(words_, blocks); });
    rates_->set(probe::kCommit, 0, giga_per_s(256.0 * blocks, commit_ms));
    for (unsigned degree = 1; degree <= 32; degree *= 2) {
      std::size_t done = 0;
      const double ms = time([&] { done = probe::shared_atomics(words_, 2048, degree, device_); });
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
      const double ms = time([&] { probe::blocks(from_.data(), blocks, block, words_); });
      rates_->set(probe::kBlocks, block, giga_per_s(blocks, ms));
    }
    rates_->set(probe::kLaunch, 0, 1000 * time([&] { probe::nothing(); }));
  }

 private:
  double time(const std::function<void()>& launch) const { return median_ms(flush_, launch); }

  double count_rate(const CountForm& form) const {
    std::size_t done = 0;
    const double ms = time([&] { done = probe::count(form, from_.data(), 64, words_, device_); });
    return giga_per_s(static_cast<double>(done), ms);
  }

  const Device& device_;
  const CacheFlush& flush_;
  Rates* const rates_;
  const std::size_t bytes_;
  const DeviceMemory from_, to_;
  unsigned* const words_;
};

inline void measure_ceilings(const Device& device, const CacheFlush& flush, Rates* rates) {
  if (device.l2_bytes > 0) {
    rates->set(probe::kL2Bytes, 0, static_cast<double>(device.l2_bytes));
  }
  const std::size_t bytes = probe_bytes();
  const DeviceMemory from(bytes), to(bytes), sink(sizeof(unsigned));
  CUDA_CHECK(cudaMemset(from.data(), 1, bytes));
  const double read_ms = median_ms(flush, [&] {
    probe::read(from.data(), bytes, reinterpret_cast<unsigned*>(sink.data()), device);
  });
  rates->set(probe::kRead, 0, giga_per_s(static_cast<double>(bytes), read_ms));
  const double copy_ms = median_ms(flush, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice));
  });
  rates->set(probe::kCopy, 0, giga_per_s(2.0 * static_cast<double>(bytes), copy_ms));
}

// Measures all rates, or only the two ceilings.
inline void measure_rates(const Device& device, const CacheFlush& flush, Probing probing,
                          Rates* rates) {
  measure_ceilings(device, flush, rates);
  if (probing == Probing::ceilings) return;
  const RateMeter meter(device, flush, rates);
  meter.reads_and_copies();
  meter.atomics();
  meter.counting();
  meter.launches();
}

}  // namespace course

#endif
