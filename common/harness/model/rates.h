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
constexpr const char* kRead = "read";                // GB/s, wide loads in flight
constexpr const char* kReadInTurn = "read_in_turn";  // GB/s, by bytes that a thread waits for
constexpr const char* kLine = "line";                // 10^9/s, lines of 128 bytes looked up in L1
constexpr const char* kCopy = "copy";                // GB/s, cudaMemcpy inside the device
constexpr const char* kCopyFlat = "copy_flat";       // GB/s, by bytes that a thread copies
// 10^9 passes of global atomics per second (see docs/model.md), by lines of 128 bytes: at random
// counters, and from neighbours to neighbours. Then those of blocks that each have a copy.
constexpr const char* kPass = "pass";
constexpr const char* kCommit = "commit";
constexpr const char* kPassInCopies = "pass_in_copies";
// Which lines one unit of L2 works off, not used by the model: passes at random counters of two
// lines, by how many lines the second is behind the first, and of eight lines, by the bytes that
// the first is behind a multiple of 1,024 (1,024: none).
constexpr const char* kPassOfTwoLines = "pass_of_two_lines";
constexpr const char* kPassAt = "pass_at";
constexpr const char* kWavefront = "wavefront";  // 10^9/s, of shared atomics
// 10^9 samples/s counted in shared memory that come from a cache, by bytes of a sample: bin numbers
// or letters, each held against the number of bins, or with a spare bin for the invalid ones.
constexpr const char* kCount = "count";
constexpr const char* kCountSpare = "count_spare";
constexpr const char* kCountLetters = "count_letters";
constexpr const char* kCountLettersSpare = "count_letters_spare";
constexpr const char* kBlocks = "blocks";     // 10^9 blocks/s of one load a thread, by threads
constexpr const char* kStart = "start";       // 10^9 empty blocks/s, by threads; not used either
constexpr const char* kLaunch = "launch";     // microseconds of empty launches, by their number
constexpr const char* kWait = "wait";         // microseconds more when the host waits for a result
constexpr const char* kLatency = "latency";   // microseconds more when a kernel waits for one load
constexpr const char* kL2Bytes = "l2_bytes";  // the size of the L2 cache
}  // namespace probe

// One way to count samples: their size, what they are, and what is done with invalid ones.
struct CountForm {
  unsigned sample_bytes;
  bool letters;
  bool spare_bin;
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

// Measures the rates of a device: the read and copy rates only, which are the ceilings that every
// row is held against; what the model needs as well, which takes about a second; or everything, for
// a file. It lies in common/kernels/measure_rates.cuh, because only the lesson goes through the
// CUDA compiler.
enum class Probing { ceilings, model, all };
using MeasureRates = void (*)(const Device& device, const CacheFlush& flush, Probing probing,
                              Rates* rates);

}  // namespace course
