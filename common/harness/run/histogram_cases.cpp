#include "common/harness/run/histogram_lesson.h"

#include <array>
#include <memory>
#include <vector>

#include "common/harness/problem/histogram_data.h"
#include "common/harness/problem/random.h"

namespace course {
namespace {

struct Case {
  HistogramSpec spec;
  LaunchOptions asked;
  bool one_multiprocessor = false;
};

std::string text_of(const std::optional<unsigned>& choice) {
  return choice ? std::to_string(*choice) : "own";
}

std::string describe(const Case& c) {
  return "n " + std::to_string(c.spec.n) + ", bins " + std::to_string(c.spec.bins) + ", " +
         (c.spec.letters ? "letters" : name_of(c.spec.type)) + " " + name_of(c.spec.workload) +
         ", block " + text_of(c.asked.threads) + ", coarsening " + text_of(c.asked.coarsening) +
         ", offset " + std::to_string(c.spec.layout.offset) +
         (c.spec.layout.tight ? ", nothing behind" : "") +
         (c.one_multiprocessor ? ", grid for 1 multiprocessor" : "");
}

std::vector<Case> all_cases() {
  using Kind = Workload::Kind;
  std::vector<Case> cases;
  const auto add = [&](std::size_t n, std::size_t bins, unsigned block, Workload workload) {
    Case c;
    c.spec.n = n;
    c.spec.bins = bins;
    c.spec.workload = workload;
    c.spec.seed = cases.size() + 1;
    // Drawn independently, so that no type, layout or coarsening always comes with the same other.
    const auto draw = [&](std::uint64_t what, std::uint64_t choices) {
      return random_bits(cases.size(), what) % choices;
    };
    c.asked.threads = block;
    c.asked.blocks_per_multiprocessor =
        draw(0, 8) == 0 ? 3 : 1;        // small inputs get nothing from a full device
    c.spec.layout.offset = draw(1, 5);  // also addresses that no vector load may touch
    c.spec.layout.tight = draw(2, 2) == 1;
    c.asked.coarsening = std::array{1u, 4u, 7u, 32u}[draw(3, 4)];
    c.spec.type = std::array{SampleType::int32, SampleType::uint8, SampleType::uint16}[draw(4, 3)];
    c.one_multiprocessor = draw(6, 3) != 0;
    if (draw(5, 4) == 0 && block == 256) {  // the variant's own choices
      c.asked.threads.reset();
      c.asked.coarsening.reset();
    }
    cases.push_back(c);
    return &cases.back();
  };
  const Workload edges{Kind::edges};
  // Around nothing, a warp, a block, a tile of a block; never a multiple of everything.
  for (const std::size_t n : {0, 1, 2, 3, 4, 5, 7, 15, 16, 17, 31, 32, 33, 63, 70, 255, 256, 257}) {
    add(n, 256, 256, edges);
  }
  for (const std::size_t n : {1000, 1023, 1024, 1025, 4099}) {
    for (const SampleType type : {SampleType::int32, SampleType::uint8, SampleType::uint16}) {
      add(n, 256, 256, edges)->spec.type = type;
    }
  }
  // Bins beyond the block, blocks that are no multiple of a warp.
  for (const unsigned block : {1u, 32u, 33u, 64u, 256u, 1000u, 1024u}) {
    for (const std::size_t bins : {1, 2, 31, 257, 1000, 4096}) {
      add(2 * block + 1, bins, block, edges)->spec.type = SampleType::int32;
    }
  }
  // Each type with fewer, and with more bins than a byte has; a counter that needs more than 16
  // bits.
  for (const SampleType type : {SampleType::int32, SampleType::uint8, SampleType::uint16}) {
    add(5003, 31, 256, edges)->spec.type = type;
    add(5003, 97, 128, edges)->spec.type = type;
    add(5003, 65536, 256, edges)->spec.type = type;
    add(70001, 256, 256, {Kind::single})->spec.type = type;
  }
  // More equal samples for one block than 16 bits count, and for one thread than 8 bits count.
  Case* const equal = add(300001, 256, 256, {Kind::single});
  equal->spec.type = SampleType::int32;
  equal->asked = {256, 1024, 1};
  equal->one_multiprocessor = true;
  for (const unsigned block : {33u, 255u, 512u, 1000u, 1023u}) add(20011, 256, block, edges);
  add(70001, 1, 1, {Kind::single});
  add(1000, 200000, 256, {Kind::uniform})->spec.type = SampleType::int32;
  // More blocks than any device holds at the same time.
  add(20011, 7, 1, edges)->spec.type = SampleType::int32;
  // All workloads, every offset, on a size that fills several blocks.
  for (std::size_t offset = 0; offset < 10; ++offset) {
    const Workload workloads[] = {{Kind::uniform}, {Kind::sorted},  {Kind::single},
                                  {Kind::hot, 50}, {Kind::hot, 90}, {Kind::zipf}};
    Case* const c = add(20011, offset % 2 == 0 ? 256 : 97, 256, workloads[offset % 6]);
    c->spec.layout.offset = offset;
    c->spec.type = offset % 3 == 2 ? SampleType::uint8 : SampleType::int32;
  }
  add(20011, 20000, 128, {Kind::uniform})->spec.type =
      SampleType::int32;  // over 48 KiB of counters
  add(1000, 100000, 256, {Kind::uniform})->spec.type =
      SampleType::int32;  // more bins than any block's
  for (const std::size_t n : {1, 257, 5000, 30011}) {
    Case* const c = add(n, kLetterBins, 256, {Kind::file});
    c->spec.type = SampleType::uint8;
    c->spec.letters = true;
    for (int byte = 0; byte < 256; ++byte) c->spec.file.push_back(static_cast<std::uint8_t>(byte));
  }
  return cases;
}

}  // namespace

std::vector<CheckCase> HistogramLesson::check_cases() const {
  std::vector<CheckCase> cases;
  for (const Case& c : all_cases()) {
    const auto make_data = [spec = c.spec](int) { return make_histogram_data(spec); };
    cases.push_back({describe(c), c.asked, c.one_multiprocessor, make_data});
  }
  return cases;
}

}  // namespace course
