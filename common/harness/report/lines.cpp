#include "common/harness/report/lines.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "common/row/format.h"

namespace course {
namespace {

using cpu::AccessCounts;
using cpu::LineCounts;
using cpu::MemoryAccess;
using cpu::MemorySpace;

bool is_global(const LineCounts& line) { return line.space == MemorySpace::global; }

// What the requests of a line take, and what they would take at best.
std::uint64_t taken(const LineCounts& line) {
  const AccessCounts& counts = line.counts;
  if (!is_global(line)) return counts.wavefronts;
  return line.access == MemoryAccess::atomic ? counts.passes : counts.sectors;
}
std::uint64_t least(const LineCounts& line) {
  return is_global(line) ? line.counts.least_sectors : line.counts.least_wavefronts;
}
std::uint64_t excess(const LineCounts& line) { return taken(line) - least(line); }

std::string a_request(const LineCounts& line, std::uint64_t count, int digits) {
  return decimals(static_cast<double>(count) / static_cast<double>(line.counts.requests), digits);
}

// "4", but "3.9".
std::string would_do(const LineCounts& line) {
  std::string text = a_request(line, least(line), 1);
  if (text.size() > 2 && text.substr(text.size() - 2) == ".0") text.resize(text.size() - 2);
  return " (" + text + " would do)";
}

std::string cost(const LineCounts& line) {
  const AccessCounts& counts = line.counts;
  const bool is_atomic = line.access == MemoryAccess::atomic;
  const std::uint64_t units = is_global(line) ? counts.sectors : counts.wavefronts;
  std::string text = a_request(line, units, is_global(line) ? 1 : 2);
  text += is_global(line) ? " sectors a request" : " wavefronts a request";
  if (units > least(line)) text += would_do(line);
  if (is_atomic && is_global(line)) text += ", " + a_request(line, counts.passes, 1) + " passes";
  return text;
}

std::string requests(const LineCounts& line) {
  const char* const access = line.access == MemoryAccess::load    ? "load"
                             : line.access == MemoryAccess::store ? "store"
                                                                  : "atomic";
  const std::uint64_t count = line.counts.requests;
  return grouped(count) + " " + access + (count == 1 ? "" : "s") + " of " +
         std::to_string(line.bytes_of_lane) + (line.bytes_of_lane == 1 ? " byte" : " bytes") +
         (line.counts.lanes == 32 * count
              ? ""
              : " by " + a_request(line, line.counts.lanes, 1) + " lanes") +
         ", " + (is_global(line) ? "global" : "shared") + " memory";
}

std::string place(const LineCounts& line) {
  return line.file.empty() ? "(line unknown)" : line.file + ":" + std::to_string(line.line);
}

}  // namespace

std::string lines_of(const cpu::KernelCounts& kernel) {
  std::string text = "  kernel " + kernel.kernel + " launched at " + kernel.launched_at;
  if (kernel.launches > 1) text += ", " + grouped(kernel.launches) + " times";
  text += "\n";
  if (kernel.is_incomplete) {
    return text + "    a thread did more between two barriers than is kept: not counted\n";
  }
  std::vector<LineCounts> lines = kernel.lines;
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineCounts& a, const LineCounts& b) { return excess(a) > excess(b); });
  std::size_t width_of_place = 0, width_of_cost = 0;
  for (const LineCounts& line : lines) {
    width_of_place = std::max(width_of_place, place(line).size());
    width_of_cost = std::max(width_of_cost, cost(line).size());
  }
  for (const LineCounts& line : lines) {
    std::string left = place(line), middle = cost(line);
    left.resize(width_of_place, ' ');
    middle.resize(width_of_cost, ' ');
    text += "    " + left + "  " + middle + "  " + requests(line) + "\n";
  }
  return text;
}

std::string sums_of(const cpu::MemoryCounts& memory) {
  std::string text;
  const auto add = [&](const char* what, const AccessCounts& counts, bool is_shared,
                       bool has_passes) {
    if (counts.requests == 0) return;
    text += (text.empty() ? "" : "; ") + std::string(what) + ": " + grouped(counts.requests) +
            (counts.requests == 1 ? " request, " : " requests, ") +
            grouped(is_shared ? counts.wavefronts : counts.sectors) +
            (is_shared ? " wavefronts" : " sectors");
    if (has_passes) text += ", " + grouped(counts.passes) + " passes";
  };
  add("global loads", memory.global_loads, false, false);
  add("global stores", memory.global_stores, false, false);
  add("global atomics", memory.global_atomics, false, true);
  add("shared loads", memory.shared_loads, true, false);
  add("shared stores", memory.shared_stores, true, false);
  add("shared atomics", memory.shared_atomics, true, false);
  return text.empty() ? "no access to memory" : text;
}

void print_lines(const std::vector<Result>& rows) {
  std::printf("\nwhat each line asks of memory, the most wasteful first\n");
  for (const Result& row : rows) {
    const auto& counted = row.outcome.counted;
    if (!counted || !counted->kernels) continue;
    std::printf("%s%s%s\n", row.variant.c_str(), counted->memory ? ": " : "",
                counted->memory ? sums_of(*counted->memory).c_str() : "");
    for (const cpu::KernelCounts& kernel : counted->kernels()) {
      std::printf("%s", lines_of(kernel).c_str());
    }
  }
  std::fflush(stdout);
}

}  // namespace course
