// See launch_counts.h and ../../counters.h.
#include "tracing/launch_counts.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "common/cpu/counters.h"
#include "runtime/errors.h"
#include "runtime/kernel_name.h"
#include "tracing/source_lines.h"

namespace course::cpu {
namespace {

// The launches of a kernel from one line. A kernel is known by the function that runs a thread, of
// which each instance of a template has its own, and by its address where it is launched through a
// pointer.
struct CountedKernel {
  void (*run_thread)(void*);
  const void* address;
  std::string name;
  std::string launched_at;
  std::uint64_t launches = 0;
  InstructionCounts counts;
  bool is_incomplete = false;
};

struct Totals {
  std::mutex mutex;
  std::vector<CountedKernel> kernels;
};

Totals& totals() {
  static Totals instance;
  return instance;
}

std::string without_folder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

CountedKernel& kernel_of(const Kernel& kernel, const LaunchConfiguration& configuration) {
  const std::string at = without_folder(text_of(configuration.at));
  for (CountedKernel& known : totals().kernels) {
    if (known.run_thread == kernel.run_thread && known.address == kernel.address &&
        known.launched_at == at) {
      return known;
    }
  }
  return totals().kernels.emplace_back(
      CountedKernel{kernel.run_thread, kernel.address, kernel_name(kernel), at, 0, {}, false});
}

KernelCounts by_line(const CountedKernel& kernel, const SourceLines& source) {
  KernelCounts result;
  result.kernel = kernel.name;
  result.launched_at = kernel.launched_at;
  result.launches = kernel.launches;
  result.is_incomplete = kernel.is_incomplete;
  using Key = std::tuple<std::string, int, MemorySpace, MemoryAccess, unsigned>;
  std::map<Key, AccessCounts> lines;  // several instructions of a line
  for (const auto& [instruction, counts] : kernel.counts) {
    const SourcePlace place = source.at(instruction.pc);
    lines[{place.file, place.line, instruction.space, instruction.access,
           instruction.bytes_of_lane}]
        .add(counts);
    result.memory.of(instruction.space, instruction.access).add(counts);
  }
  for (const auto& [key, counts] : lines) {
    const auto& [file, line, space, access, width] = key;
    result.lines.push_back({file, line, space, access, width, counts});
  }
  return result;
}

std::vector<KernelCounts> by_line(const std::vector<CountedKernel>& kernels) {
  std::vector<std::uint32_t> pcs;
  for (const CountedKernel& kernel : kernels) {
    for (const auto& [instruction, counts] : kernel.counts) pcs.push_back(instruction.pc);
  }
  const SourceLines source(std::move(pcs));
  std::vector<KernelCounts> result;
  for (const CountedKernel& kernel : kernels) result.push_back(by_line(kernel, source));
  return result;
}

std::optional<MemoryCounts> sum_of(const std::vector<CountedKernel>& kernels) {
  MemoryCounts sum;
  for (const CountedKernel& kernel : kernels) {
    if (kernel.is_incomplete) return std::nullopt;
    for (const auto& [instruction, counts] : kernel.counts) {
      sum.of(instruction.space, instruction.access).add(counts);
    }
  }
  return sum;
}

}  // namespace

bool program_is_traced = false;

bool traces_memory() { return program_is_traced; }

void begin_counted_launch(const Kernel& kernel, const LaunchConfiguration& configuration) {
  const std::lock_guard lock(totals().mutex);
  ++kernel_of(kernel, configuration).launches;
}

void add_to_launch(const Kernel& kernel, const LaunchConfiguration& configuration,
                   const InstructionCounts& counts, bool is_incomplete) {
  const std::lock_guard lock(totals().mutex);
  CountedKernel& total = kernel_of(kernel, configuration);
  for (const auto& [instruction, count] : counts) total.counts[instruction].add(count);
  total.is_incomplete |= is_incomplete;
}

CountedLaunches take_launches() {
  if (!traces_memory()) return {};
  const std::lock_guard lock(totals().mutex);
  const auto kernels =
      std::make_shared<const std::vector<CountedKernel>>(std::exchange(totals().kernels, {}));
  return {sum_of(*kernels), [kernels] { return by_line(*kernels); }};
}

}  // namespace course::cpu
