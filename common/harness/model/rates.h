// What a device can do per second, measured by small probes. The model in model.h turns the work of
// a variant into a time with them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "common/harness/device/device.h"
#include "common/harness/trial/timing.h"

namespace course {

// The names of the probes, their parameter, and their unit.
namespace probe {
constexpr const char* kRead = "read";                       // GB/s, wide loads in flight
constexpr const char* kReadInTurn = "read_in_turn";         // GB/s, by bytes of a load
constexpr const char* kReadContiguous = "read_contiguous";  // GB/s, by bytes of a load
constexpr const char* kCopy = "copy";                       // GB/s, cudaMemcpy inside the device
constexpr const char* kCopyFlat = "copy_flat";              // GB/s, by bytes that a thread copies
constexpr const char* kGlobalAtomics =
    "global_atomics";                      // 10^9/s, by counters they are spread over
constexpr const char* kCommit = "commit";  // 10^9/s, neighbours to neighbours
constexpr const char* kSharedAtomics = "shared_atomics";  // 10^9/s, by lanes that meet in one bank
// 10^9 samples/s counted in shared memory that come from a cache, by bytes of a sample: bin numbers
// or letters, each held against the number of bins, or with a spare bin for the invalid ones.
constexpr const char* kCount = "count";
constexpr const char* kCountSpare = "count_spare";
constexpr const char* kCountLetters = "count_letters";
constexpr const char* kCountLettersSpare = "count_letters_spare";
constexpr const char* kBlocks = "blocks";     // 10^9 blocks/s of one load a thread, by threads
constexpr const char* kLaunch = "launch";     // microseconds of an empty launch
constexpr const char* kL2Bytes = "l2_bytes";  // the size of the L2 cache
}  // namespace probe

// One way to count samples: their size, what they are, and what is done with invalid ones.
struct CountForm {
  unsigned sample_bytes;
  bool letters;
  bool spare_bin;
};

// Kernels of the harness itself. They are compiled with the lesson, because only the lesson goes
// through the CUDA compiler; on the CPU backend there are none.
struct Probes {
  // Both read `bytes` of `data` once; `sink` is one word that keeps the reads from being removed.
  void (*read)(const void* data, std::size_t bytes, unsigned* sink, const Device&) = nullptr;
  void (*read_narrow)(bool contiguous, unsigned load_bytes, const void* data, std::size_t bytes,
                      unsigned* sink, const Device&) = nullptr;
  // Copies `bytes`, each thread one access of `width` bytes.
  void (*copy_flat)(unsigned width, const void* from, void* to, std::size_t bytes) = nullptr;
  // `n` atomic adds spread at random over `counters`, a power of two.
  void (*global_atomics)(unsigned* data, std::size_t n, unsigned counters) = nullptr;
  // `blocks` blocks each add to the same 256 neighbouring counters, once.
  void (*commit)(unsigned* data, unsigned blocks) = nullptr;
  // `rounds` shared atomics of every resident thread, `degree` lanes of a warp in each bank.
  // Returns the number of atomics.
  std::size_t (*shared_atomics)(unsigned* sink, unsigned rounds, unsigned degree,
                                const Device&) = nullptr;
  // Counts 16 KiB of samples at `data` `rounds` times in each resident block of 1,024 threads.
  // Returns the number of samples.
  std::size_t (*count)(const CountForm& form, const void* data, unsigned rounds, unsigned* sink,
                       const Device&) = nullptr;
  // `blocks` blocks of `threads` threads, each of which reads one byte and counts it in shared
  // memory, between two barriers.
  void (*blocks)(const void* data, unsigned blocks, unsigned threads, unsigned* sink) = nullptr;
  void (*nothing)() = nullptr;
};

class Rates {
 public:
  void set(const std::string& name, double parameter, double value) {
    tables_[name][parameter] = value;
  }

  // The rate at `parameter`, interpolated between the probed ones (both axes logarithmic) and
  // constant beyond them. Empty when nothing of this name was measured.
  std::optional<double> at(const std::string& name, double parameter = 0) const;
  bool empty() const { return tables_.empty(); }
  const std::string& device() const { return device_; }

  // Throws UsageError, naming file and line, when the file cannot be read or written, is malformed,
  // or names no device.
  void save(const std::string& path, const Device& device) const;
  static Rates load(const std::string& path);

 private:
  std::map<std::string, std::map<double, double>> tables_;
  std::string device_;
};

// Read and copy rates only: the ceilings that every row is held against.
void measure_ceilings(const Probes& probes, const Device& device, const CacheFlush& flush,
                      Rates* rates);
// Everything else, about a second.
void measure_rates(const Probes& probes, const Device& device, const CacheFlush& flush,
                   Rates* rates);

}  // namespace course
