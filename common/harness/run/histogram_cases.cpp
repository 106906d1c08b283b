#include "common/harness/run/histogram_cases.h"

#include <algorithm>
#include <array>
#include <optional>

#include "common/harness/device/backend.h"
#include "common/harness/device/space.h"
#include "common/harness/problem/random.h"

namespace course {
namespace {

using Kind = Workload::Kind;

class Cases {
 public:
  HistogramCase& add(std::size_t n, std::size_t bins, unsigned block, Workload workload) {
    HistogramCase c;
    c.spec.n = n;
    c.spec.bins = bins;
    c.spec.workload = workload;
    c.spec.seed = list_.size() + 1;
    // Drawn independently, so that no type, layout or coarsening always comes with the same other.
    const auto draw = [&](std::uint64_t what, std::uint64_t choices) {
      return random_bits(list_.size(), what) % choices;
    };
    c.asked.threads = block;
    c.asked.blocks_per_multiprocessor =
        draw(0, 8) == 0 ? 3 : 1;  // small inputs get nothing from a full device
    // Each side in turn where a checker sees every access beyond it.
    c.spec.layout.border =
        std::array{Border::watched, Border::exact_behind, Border::tight_in_front}[draw(2, 3)];
    if (c.spec.layout.border == Border::watched) {
      c.spec.layout.offset = draw(1, 5);  // also addresses that no vector load may touch
    }
    c.asked.coarsening = std::array{1u, 4u, 7u, 32u}[draw(3, 4)];
    c.spec.type = std::array{SampleType::int32, SampleType::uint8, SampleType::uint16}[draw(4, 3)];
    c.one_multiprocessor = draw(6, 3) != 0;
    if (draw(5, 4) == 0 && block == 256) {  // the variant's own choices
      c.asked.threads.reset();
      c.asked.coarsening.reset();
    }
    list_.push_back(c);
    return list_.back();
  }
  HistogramCase& add(std::size_t n, std::size_t bins, unsigned block, Workload workload,
                     SampleType type) {
    HistogramCase& c = add(n, bins, block, workload);
    c.spec.type = type;
    return c;
  }
  // Launched as the variant itself chooses, from an address that every pack divides.
  HistogramCase& add_plain(std::size_t n, Workload workload, SampleType type) {
    HistogramCase& c = add(n, 256, 256, workload, type);
    c.asked = {};
    const bool is_exact = c.spec.layout.border == Border::exact_behind;
    c.spec.layout = {0, is_exact ? Border::tight_behind : c.spec.layout.border};
    c.one_multiprocessor = true;
    return c;
  }

  const std::vector<HistogramCase>& list() const { return list_; }

 private:
  std::vector<HistogramCase> list_;
};

const Workload kEdges{Kind::edges};
const SampleType kTypes[] = {SampleType::int32, SampleType::uint8, SampleType::uint16};

// Around nothing, a warp, a block.
void add_small_sizes(Cases* cases) {
  for (const std::size_t n : {0, 1, 2, 3, 4, 5, 7, 15, 16, 17, 31, 32, 33, 63, 70, 255, 256, 257}) {
    cases->add(n, 256, 256, kEdges);
  }
  for (const std::size_t n : {1000, 1023, 1024, 1025, 4099}) {
    for (const SampleType type : kTypes) cases->add(n, 256, 256, kEdges, type);
  }
}

// Bins beyond the block, blocks that are no multiple of a warp; each type with fewer, and with more
// bins than a byte has; a counter that needs more than 16 bits.
void add_bins_and_blocks(Cases* cases) {
  for (const unsigned block : {1u, 32u, 33u, 64u, 256u, 1000u, 1024u}) {
    for (const std::size_t bins : {1, 2, 31, 257, 1000, 4096}) {
      cases->add(2 * block + 1, bins, block, kEdges, SampleType::int32);
    }
  }
  for (const SampleType type : kTypes) {
    cases->add(5003, 31, 256, kEdges, type);
    cases->add(5003, 97, 128, kEdges, type);
    cases->add(5003, 65536, 256, kEdges, type);
    cases->add(70001, 256, 256, {Kind::single}, type);
  }
  // More equal samples for one block than 16 bits count, and for one thread than 8 bits count.
  HistogramCase& equal = cases->add(300001, 256, 256, {Kind::single}, SampleType::int32);
  equal.asked = {256, 1024, 1};
  equal.one_multiprocessor = true;
  for (const unsigned block : {33u, 255u, 512u, 1000u, 1023u}) {
    cases->add(20011, 256, block, kEdges);
  }
  cases->add(70001, 1, 1, {Kind::single});
  // Bin numbers of more than 18, and of more than 20 bits.
  cases->add(1000, 300007, 256, {Kind::uniform}, SampleType::int32);
  cases->add(200, 1500007, 256, {Kind::uniform}, SampleType::int32);
  // More blocks than any device holds at the same time.
  cases->add(20011, 7, 1, kEdges, SampleType::int32);
}

// All workloads, every offset, on a size that fills several blocks; counters that need over 48 KiB,
// and more than any block has; letters.
void add_inputs(Cases* cases) {
  for (std::size_t offset = 0; offset < 10; ++offset) {
    const Workload workloads[] = {{Kind::uniform}, {Kind::sorted},  {Kind::single},
                                  {Kind::hot, 50}, {Kind::hot, 90}, {Kind::zipf}};
    HistogramCase& c = cases->add(20011, offset % 2 == 0 ? 256 : 97, 256, workloads[offset % 6]);
    c.spec.layout = {offset, offset % 3 == 0 ? Border::tight_behind : Border::watched};
    c.spec.type = offset % 3 == 2 ? SampleType::uint8 : SampleType::int32;
  }
  cases->add(20011, 20000, 128, {Kind::uniform}, SampleType::int32);
  cases->add(1000, 100000, 256, {Kind::uniform}, SampleType::int32);
  for (const std::size_t n : {1, 257, 5000, 30011}) {
    HistogramCase& c = cases->add(n, kLetterBins, 256, {Kind::file}, SampleType::uint8);
    c.spec.letters = true;
    // Every byte, and then so many at random that no lane of a warp always has the same ones.
    for (std::size_t i = 0; i < 987; ++i) {
      c.spec.file.push_back(static_cast<std::uint8_t>(i < 256 ? i : random_bits(n, i)));
    }
  }
}

// Where what kernels divide by leaves nothing over, and one beside: packs of 16 bytes for a block
// (1,024 int32 to 16,384 bytes), tiles of 4,096, rounds of a grid that fills a multiprocessor.
void add_even_sizes(Cases* cases) {
  for (const std::size_t n :
       {512, 2048, 4095, 4096, 4097, 8191, 8192, 16384, 32767, 32768, 32769, 65536}) {
    cases->add_plain(n, kEdges, SampleType::int32);
  }
  for (const std::size_t n : {2048, 8192, 65536}) {
    cases->add_plain(n, kEdges, SampleType::uint16);
  }
  for (const std::size_t n : {4096, 16384, 131072}) {
    cases->add_plain(n, kEdges, SampleType::uint8);
  }
  // Whole runs of samples per thread.
  const auto add_runs = [&](unsigned block, unsigned coarsening, unsigned blocks) {
    HistogramCase& c = cases->add(std::size_t{block} * coarsening * blocks, 256, block, kEdges);
    c.asked.coarsening = coarsening;
  };
  add_runs(256, 7, 3);
  add_runs(1000, 4, 2);
  add_runs(33, 32, 5);
}

// One sample for every thread that the device holds; more than 20 bits number.
void add_many_samples(Cases* cases, const Device& device) {
  cases->add_plain(resident_threads(device), {Kind::uniform}, SampleType::int32)
      .one_multiprocessor = false;
  cases->add_plain(1100003, {Kind::uniform}, SampleType::int32).one_multiprocessor = false;
}

// Bins of which whole warps or blocks take care, and one beside; all workloads for the short types.
void add_bins_of_whole_warps(Cases* cases) {
  for (const std::size_t bins : {3, 32, 64, 128, 192, 224, 255}) {
    cases->add(2003, bins, 256, kEdges, kTypes[bins % 3]);
  }
  for (const SampleType type : kTypes) {
    cases->add(2003, 257, 256, kEdges, type);
    cases->add(2003, 1024, 256, kEdges, type);
    cases->add(2003, 64, 64, {Kind::sorted}, type);
    cases->add(2003, 256, 256, {Kind::hot, 90}, type);
  }
}

// Every address modulo a pack of 16 bytes, with last packs that are full, or hold one sample, or
// all but one, and with as many samples as whole packs hold.
void add_addresses(Cases* cases) {
  for (const SampleType type : kTypes) {
    const std::size_t pack = 16 / size_of(type);
    for (std::size_t offset = 0; offset < pack; ++offset) {
      for (const std::size_t last : {pack, std::size_t{1}, pack - 1, offset}) {
        HistogramCase& c = cases->add_plain(5 * pack + last - offset, {Kind::uniform}, type);
        c.spec.layout = {offset, Border::watched};
      }
    }
  }
}

// Whole warps, and whole inputs, of which no sample is valid. The bytes are the samples.
void add_runs_of_invalid(Cases* cases) {
  const auto add = [&](std::size_t n, SampleType type, unsigned first, unsigned last) {
    HistogramCase& c = cases->add(n, 97, 256, {Kind::file}, type);
    for (unsigned byte = first; byte <= last; ++byte) c.spec.file.push_back(byte & 0xFF);
  };
  for (const SampleType type : kTypes) {
    add(300, type, 97, 97);
    add(1500, type, 0, 255);
  }
}

// Nothing where the variant chooses.
std::string text_of(const char* name, const std::optional<unsigned>& asked) {
  return asked ? std::string(", ") + name + " " + std::to_string(*asked) : "";
}

}  // namespace

std::vector<HistogramCase> histogram_cases(const Device& device) {
  Cases cases;
  add_small_sizes(&cases);
  add_bins_and_blocks(&cases);
  add_inputs(&cases);
  add_even_sizes(&cases);
  add_many_samples(&cases, device);
  add_bins_of_whole_warps(&cases);
  add_addresses(&cases);
  add_runs_of_invalid(&cases);
  std::vector<HistogramCase> list = cases.list();
  if (backend_is_instrumented()) {  // what only numbers of samples show is no sanitizer's question
    const auto is_long = [](const HistogramCase& c) { return c.spec.n > 40000; };
    list.erase(std::remove_if(list.begin(), list.end(), is_long), list.end());
  }
  return list;
}

std::vector<HistogramCase> large_histogram_cases() {
  Cases cases;
  // More than 2^24 samples, and in one bin alone as well. A float holds no odd number there.
  cases.add_plain(17000003, {Kind::hot, 99}, SampleType::uint8).once = true;
  // More equal samples than eight blocks count in 16 bits each, as the bytes above are.
  cases.add_plain(600011, {Kind::single}, SampleType::int32).once = true;
  cases.add_plain(600011, {Kind::single}, SampleType::uint16).once = true;
  // As many samples as a histogram takes, in blocks that 2^32 is no multiple of: the last of them
  // has threads that no 32-bit number tells apart from the first ones. Too many for a CPU.
  const std::size_t bytes = kMaxSamples * sizeof(std::uint8_t);
  if (!backend_has_gpu_times() || !has_room(2 * bytes, 4 * bytes)) return cases.list();
  HistogramCase& most = cases.add_plain(kMaxSamples, {Kind::uniform}, SampleType::uint8);
  most.asked.threads = 1000;
  most.one_multiprocessor = false;
  most.once = true;
  return cases.list();
}

std::string demand_of(const HistogramCase& c) {
  const bool is_common = c.spec.bins <= 256 && !c.spec.letters &&
                         c.asked.threads.value_or(256) == 256 &&
                         c.asked.coarsening.value_or(1) <= 32;
  return is_common ? "any samples, up to 256 bins and blocks of 256" : "";
}

std::string describe(const HistogramCase& c) {
  return "n " + std::to_string(c.spec.n) + ", bins " + std::to_string(c.spec.bins) + ", " +
         (c.spec.letters ? "letters" : name_of(c.spec.type)) + " " + name_of(c.spec.workload) +
         text_of("block", c.asked.threads) + text_of("coarsening", c.asked.coarsening) +
         describe(c.spec.layout) + (c.one_multiprocessor ? ", grid for 1 multiprocessor" : "");
}

}  // namespace course
