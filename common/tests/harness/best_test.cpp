// The rule behind --best against every recorded time.
#include "common/harness/run/best.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "common/row/result_file.h"
#include "common/tests/recorded_files.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

constexpr std::size_t kCountersOfH200 = 227 * 1024 / sizeof(Count);

// The times of 06's variants on one problem, from one run.
using Times = std::map<std::string, double>;

SampleType type_of(const Row& row) {
  return row.type == "letters" ? SampleType::uint8 : parse_sample_type(row.type);
}

// How much longer the rule's variant takes than the fastest, 0.05 for 5 %; negative: not recorded.
double loss(const Row& row, const Times& times) {
  const auto chosen =
      times.find(best_variant(type_of(row), row.n, *row.bins, kCountersOfH200).variant);
  if (chosen == times.end()) return -1;
  const auto by_time = [](const auto& a, const auto& b) { return a.second < b.second; };
  return chosen->second / std::min_element(times.begin(), times.end(), by_time)->second - 1;
}

}  // namespace

TEST_CASE("the rule's variant is within 5 % of the fastest one recorded") {
  std::size_t problems = 0;
  for (const std::filesystem::path& path : recorded_files()) {
    const std::string name = path.filename();
    const ResultFile file = read_results(path);
    std::map<std::string, std::pair<Row, Times>> recorded;
    for (const Row& row : file.rows) {
      // Names with a suffix are of a sweep: another grid than the variant's own.
      const bool is_of_sweep = contains(row.variant, " x") || contains(row.variant, " /");
      if (row.lesson != "06_coarsening" || !row.has_time() || !row.bins || is_of_sweep) continue;
      auto& [first, times] =
          recorded[row.type + ", " + std::to_string(*row.bins) + " bins, " + row.workload + ", " +
                   std::to_string(row.n) + ", " + row.cache];
      first = row;
      times[row.variant] = *row.median_ms;  // the newest stands
    }
    for (const auto& [problem, run] : recorded) {
      if (run.second.size() < 2) continue;
      CAPTURE(name);
      CAPTURE(problem);
      ++problems;
      const double lost = loss(run.first, run.second);
      if (lost < 0) {
        // Nothing to compare with but what the rule does not take.
        MESSAGE(name << ": " << problem << ": the rule's variant was not recorded");
      } else {
        CHECK(lost <= 0.05);
      }
    }
  }
  CHECK(problems >= 13);  // the files are there, and read
}

TEST_CASE("a slower variant is noticed") {
  Row row;
  row.type = "int32";
  row.n = 1 << 20;
  row.bins = 256;
  CHECK(loss(row, {{"spare_bin", 1.06}, {"in_flight", 1}}) > 0.05);
  CHECK(loss(row, {{"spare_bin", 1}, {"in_flight", 1.5}}) == 0);
  CHECK(loss(row, {{"wide", 1}, {"in_flight", 1.5}}) < 0);
}

TEST_CASE("the rule") {
  const auto variant = [](SampleType type, std::size_t bins, std::size_t counters) {
    return best_variant(type, 1 << 20, bins, counters).variant;
  };
  for (const std::size_t bins : {1, 7, 256, 300}) {
    CHECK(variant(SampleType::uint8, bins, kCountersOfH200) == "per_lane");
    CHECK(variant(SampleType::uint16, bins, kCountersOfH200) == "spare_bin");
  }
  CHECK(variant(SampleType::int32, 58111, kCountersOfH200) == "spare_bin");
  CHECK(variant(SampleType::int32, 58112, kCountersOfH200) == "ranges");
  CHECK(variant(SampleType::int32, 1 << 20, kCountersOfH200) == "ranges");
  CHECK(variant(SampleType::int32, 20 * 58111 + 1, kCountersOfH200) == "global (03)");
  CHECK(variant(SampleType::int32, 16384, 12288) == "ranges");  // 48 KiB
  for (const SampleType type : {SampleType::int32, SampleType::uint8}) {
    CHECK(best_variant(type, 1024, 256, kCountersOfH200).variant == "global (03)");
    CHECK(best_variant(type, 1025, 256, kCountersOfH200).variant != "global (03)");
  }
  CHECK(contains(best_variant(SampleType::int32, 1 << 20, 1 << 20, kCountersOfH200).reason,
                 "beyond"));
  CHECK_FALSE(contains(best_variant(SampleType::int32, 1 << 20, 1 << 18, kCountersOfH200).reason,
                       "beyond"));
}
