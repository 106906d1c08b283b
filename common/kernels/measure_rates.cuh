// Runs the probes of probes.cuh and turns their times into rates.
#pragma once

#include "common/harness/model/rates.h"
#include "common/harness/problem/warp_facts.h"

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
    for (const unsigned width : {1u, 2u, 4u, 16u}) {
      const double ms =
          time([&] { probe::read_narrow(width, from_.data(), bytes_, words_, device_); });
      rates_->set(probe::kReadInTurn, width, giga_per_s(size, ms));
    }
    std::size_t lines = 0;
    const double ms = time([&] { lines = probe::look_up_lines(from_.data(), bytes_, words_); });
    rates_->set(probe::kLine, 0, giga_per_s(static_cast<double>(lines), ms));
    for (const unsigned width : {2u, 4u, 16u}) {
      const double ms = time([&] { probe::copy_flat(width, from_.data(), to_.data(), bytes_); });
      rates_->set(probe::kCopyFlat, width, giga_per_s(2 * size, ms));
    }
  }

  void atomics() const {
    const std::size_t n = std::size_t{1} << 24;
    const std::size_t room = bytes_ / sizeof(unsigned);
    for (unsigned counters = 1; counters <= room && counters <= 1u << 26;
         counters *= counters == 1     ? 64
                     : counters < 1024 ? 2
                                       : 4) {
      const double ms = time([&] { probe::global_atomics(words_, n, counters); });
      rates_->set(probe::kPass, std::max(1u, counters / 32), giga_per_s(passes(n, counters), ms));
    }
    for (const unsigned lines : {1u, 8u, 32u, 128u, 512u, 2048u}) {
      double done = 0;
      const double ms = time([&] { done = probe::commit(words_, 1 << 13, lines); });
      rates_->set(probe::kCommit, lines, giga_per_s(done, ms));
    }
    const unsigned counters = 256;
    const unsigned copies = static_cast<unsigned>(std::min<std::size_t>(4096, room / counters));
    const double copies_ms = time([&] {
      probe::atomics_in_copies(words_, static_cast<unsigned>(n / 1024), copies, counters);
    });
    rates_->set(probe::kPassInCopies, 0, giga_per_s(passes(n, counters), copies_ms));
    std::size_t wavefronts = 0;
    const double ms = time([&] { wavefronts = probe::shared_atomics(words_, 2048, device_); });
    rates_->set(probe::kWavefront, 0, giga_per_s(static_cast<double>(wavefronts), ms));
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
    for (const int number : {1, 2, 4}) {
      const double ms = time([&] {
        for (int k = 0; k < number; ++k) probe::nothing();
      });
      rates_->set(probe::kLaunch, number, 1000 * ms);
    }
    const double one_load_ms = time([&] { probe::blocks(from_.data(), 1, 32, words_); });
    rates_->set(probe::kLatency, 0, 1000 * one_load_ms - *rates_->at(probe::kLaunch, 1));
    unsigned word = 0;
    const double ms = time([&] {
      probe::nothing();
      CUDA_CHECK(cudaMemcpy(&word, words_, sizeof word, cudaMemcpyDeviceToHost));
      probe::nothing();
    });
    rates_->set(probe::kWait, 0, 1000 * ms - *rates_->at(probe::kLaunch, 2));
  }

  // What the pages tell and the model does not use.
  void beside_the_model() const {
    const std::size_t n = std::size_t{1} << 24;
    for (unsigned apart = 1; apart < 16; ++apart) {
      const double ms = time([&] { probe::atomics_on_two_lines(words_, n, apart); });
      rates_->set(probe::kPassOfTwoLines, apart, giga_per_s(passes(n, 64), ms));
    }
    for (unsigned words = 32; words <= 256; words += 32) {  // a parameter cannot be 0
      const double ms = time([&] { probe::global_atomics(words_ + words, n, 256); });
      rates_->set(probe::kPassAt, 4 * words, giga_per_s(passes(n, 256), ms));
    }
    for (unsigned block = 32; block <= 1024; block *= 2) {
      const unsigned blocks = static_cast<unsigned>(n / block);
      const double ms = time([&] { probe::nothing(blocks, block); });
      rates_->set(probe::kStart, block, giga_per_s(blocks, ms));
    }
  }

 private:
  double time(const std::function<void()>& launch) const { return median_ms(flush_, launch); }

  // Of n atomics at random counters: those of the probe's first threads, times as many as there
  // are.
  static double passes(std::size_t n, unsigned counters) {
    const std::size_t looked_at = std::size_t{1} << 18;
    const WarpFacts facts = survey_warps(looked_at, counters, looked_at, [&](std::size_t i) {
      return probe::counter_of(i, counters);
    });
    return facts.passes * static_cast<double>(n) / 32;
  }

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

// Measures the two ceilings, those that the model needs, or all.
inline void measure_rates(const Device& device, const CacheFlush& flush, Probing probing,
                          Rates* rates) {
  measure_ceilings(device, flush, rates);
  if (probing == Probing::ceilings) return;
  const RateMeter meter(device, flush, rates);
  meter.reads_and_copies();
  meter.atomics();
  meter.counting();
  meter.launches();
  if (probing == Probing::all) meter.beside_the_model();
}

}  // namespace course
