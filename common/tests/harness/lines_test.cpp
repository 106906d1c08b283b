// What --lines prints, from counts that are written down here.
#include "common/harness/report/lines.h"

#include <doctest/doctest.h>

using course::lines_of;
using course::cpu::AccessCounts;
using course::cpu::KernelCounts;
using course::cpu::MemoryAccess;
using course::cpu::MemorySpace;

namespace {

KernelCounts three_lines() {
  AccessCounts good;  // neighbours
  good.requests = 100, good.lanes = 3200, good.sectors = good.least_sectors = 400;
  AccessCounts bad;  // every lane in a sector of its own
  bad.requests = 1000, bad.lanes = 32000, bad.sectors = 32000, bad.least_sectors = 4000;
  AccessCounts few;  // some lanes only, in two banks of two words each
  few.requests = 10, few.lanes = 45, few.wavefronts = 25, few.least_wavefronts = 10;
  KernelCounts kernel;
  kernel.kernel = "count";
  kernel.launched_at = "mine.cu:70";
  kernel.launches = 1;
  kernel.lines = {{"mine.cu", 5, MemorySpace::global, MemoryAccess::store, 4, good},
                  {"mine.cu", 7, MemorySpace::shared, MemoryAccess::load, 1, few},
                  {"mine.cu", 12, MemorySpace::global, MemoryAccess::load, 4, bad}};
  return kernel;
}

}  // namespace

TEST_CASE("--lines: the most wasteful line comes first, with what would do") {
  CHECK(lines_of(three_lines()) ==
        "  kernel count launched at mine.cu:70\n"
        "    mine.cu:12  32.0 sectors a request (4 would do)     1,000 loads of 4 bytes, global "
        "memory\n"
        "    mine.cu:7   2.50 wavefronts a request (1 would do)  10 loads of 1 byte by 4.5 lanes, "
        "shared memory\n"
        "    mine.cu:5   4.0 sectors a request                   100 stores of 4 bytes, global "
        "memory\n");
}

TEST_CASE("--lines: sums over all lines") {
  course::cpu::MemoryCounts memory;
  CHECK(course::sums_of(memory) == "no access to memory");
  memory.global_loads.requests = 1000, memory.global_loads.sectors = 4000;
  memory.global_atomics.requests = 1, memory.global_atomics.sectors = 2;
  memory.global_atomics.passes = 9;
  memory.shared_stores.requests = 20, memory.shared_stores.wavefronts = 25;
  CHECK(course::sums_of(memory) ==
        "global loads: 1,000 requests, 4,000 sectors; "
        "global atomics: 1 request, 2 sectors, 9 passes; "
        "shared stores: 20 requests, 25 wavefronts");
}

TEST_CASE("--lines: atomics by passes, launches, lines that are not known") {
  KernelCounts kernel = three_lines();
  AccessCounts atomics;
  atomics.requests = 1, atomics.lanes = 32, atomics.sectors = 4, atomics.least_sectors = 4;
  atomics.passes = 8;
  kernel.launches = 1200;
  kernel.lines = {{"", 0, MemorySpace::global, MemoryAccess::atomic, 4, atomics}};
  CHECK(lines_of(kernel) ==
        "  kernel count launched at mine.cu:70, 1,200 times\n"
        "    (line unknown)  4.0 sectors a request, 8.0 passes  1 atomic of 4 bytes, global "
        "memory\n");
  kernel.is_incomplete = true;
  CHECK(lines_of(kernel).find("sectors") == std::string::npos);
  CHECK(lines_of(kernel).find("more between two barriers than is kept") != std::string::npos);
}
