// Two result files beside each other.
#include "common/compare/side_by_side.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "common/row/result_file.h"
#include "common/tests/compare/sample.h"
#include "common/tests/compare/tables.h"

using namespace course;
using namespace course::compare;
using course::compare::test::cell;
using course::compare::test::course_file;
using course::compare::test::file_of;
using course::compare::test::has_column;
using course::compare::test::header;
using course::compare::test::Sample;

TEST_CASE("two devices side by side") {
  Sample other;
  other.device = "GPU B";
  other.ms = "2";
  Sample only_b = other;
  only_b.variant = "only b";
  Sample elsewhere = other;
  elsewhere.workload = "zipf";
  Sample larger = other;
  larger.n = "2097152";
  const SideBySide result = make_side_by_side(
      file_of(course_file(), "a.csv"),
      file_of(header() + other.line() + only_b.line() + elsewhere.line() + larger.line(), "b.csv"),
      Filter());
  REQUIRE(result.tables.size() == 1);
  CHECK(result.left_out ==
        std::vector<std::string>{"not shown, because only b.csv has it: GPU B, n = 2^20, int32, "
                                 "256 bins, zipf, cold L2, and 1 more"});
  const Table& table = result.tables[0];
  CHECK(table.heading.find("a: GPU A (a.csv), b: GPU B (b.csv)") != std::string::npos);
  CHECK(cell(table, "i32", "time a (ms)") == "8.00");
  CHECK(cell(table, "i32", "time b (ms)") == "2.00");
  CHECK(cell(table, "i32", "a ÷ b") == "4.00×");
  CHECK(cell(table, "only b", "time a (ms)") == "n/a");
  CHECK(cell(table, "only b", "a ÷ b") == "n/a");
  CHECK(cell(table, "racy", "time a (ms)") == "wrong on purpose");
}

TEST_CASE("counted work beside recorded times") {
  Sample counted;
  counted.backend = "cpu";
  counted.device = "CPU";
  counted.n = "65536";
  counted.ms = "";
  counted.global_atomics = "65536";
  const ResultFile cpu = file_of(header() + counted.line(), "cpu.csv");
  const ResultFile gpu = file_of(course_file(), "gpu.csv");
  for (const SideBySide& result :
       {make_side_by_side(cpu, gpu, Filter()), make_side_by_side(gpu, cpu, Filter())}) {
    REQUIRE(result.tables.size() == 1);
    CHECK(result.left_out.empty());
    const Table& table = result.tables[0];
    CHECK(table.heading.find("Counted here: CPU (cpu.csv), n = 2^16") == 0);
    CHECK(table.heading.find("Recorded: GPU A (gpu.csv), n = 2^20") != std::string::npos);
    CHECK(cell(table, "i32", "global atomics") == "65,536");
    CHECK(cell(table, "i32", "recorded: time (ms)") == "8.00");
    CHECK(cell(table, "i32x4", "global atomics") == "n/a");
    CHECK(cell(table, "i32x4", "recorded: speedup") == "1.07×");
    for (const auto& cells : table.cells)
      CHECK(cells[0] == "03_atomic_naive");  // counted: no other
  }
  // Both counted: no column of times at all.
  const Table both = make_side_by_side(cpu, cpu, Filter()).tables[0];
  CHECK(cell(both, "i32", "global atomics b") == "65,536");
  CHECK_FALSE(has_column(both, "time a (ms)"));
}

TEST_CASE("an add's work is its bytes: no columns of atomics that it does not need") {
  Sample counted;
  counted.lesson = "02_vectorized";
  counted.variant = "f32x4";
  counted.type = "float32";
  counted.bins = counted.workload = "";
  Sample recorded = counted;
  counted.backend = "cpu";
  counted.device = "CPU";
  counted.ms = "";
  const ResultFile cpu = file_of(header() + counted.line(), "cpu.csv");
  const ResultFile gpu = file_of(header() + recorded.line(), "gpu.csv");
  const Table table = make_side_by_side(cpu, gpu, Filter()).tables.at(0);
  CHECK(cell(table, "f32x4", "bytes moved") == "4,194,304");
  CHECK(cell(table, "f32x4", "recorded: time (ms)") == "8.00");
  CHECK_FALSE(has_column(table, "global atomics"));
}

TEST_CASE("counted work stands beside the recorded size that fits best") {
  Sample counted;
  counted.backend = "cpu";
  counted.ms = "";
  counted.n = "65536";
  const auto recorded_beside = [&](const std::vector<Sample>& recorded) {
    std::string text = header();
    for (const Sample& sample : recorded) text += sample.line();
    const SideBySide result = make_side_by_side(file_of(header() + counted.line(), "cpu.csv"),
                                                file_of(text, "gpu.csv"), Filter());
    REQUIRE(result.tables.size() == 1);
    return cell(result.tables[0], "i32", "recorded: time (ms)");
  };
  Sample same_size;
  same_size.n = "65536";
  same_size.ms = "1";
  Sample large;
  large.n = "16777216";
  large.ms = "2";
  Sample middle;
  middle.ms = "3";
  Sample hot = large;
  hot.n = "33554432";
  hot.cache = "hot";
  hot.ms = "4";
  Sample other = same_size;
  other.bins = "7";
  other.ms = "5";
  CHECK(recorded_beside({other, large, same_size, middle, hot}) == "1.00");
  CHECK(recorded_beside({other, middle, large, hot}) == "2.00");
  CHECK(recorded_beside({hot, other}) == "4.00");
}

TEST_CASE("files without a common problem are refused") {
  Sample other;
  other.workload = "zipf";
  CHECK_THROWS_WITH_AS(make_side_by_side(file_of(course_file(), "a.csv"),
                                         file_of(header() + other.line(), "b.csv"), Filter()),
                       "a.csv and b.csv: no lesson with type, bins and workload in common",
                       UsageError);
  // The same problem in different lessons is not in common either.
  Sample shared;
  shared.lesson = "05_shared_memory";
  CHECK_THROWS_AS(make_side_by_side(file_of(header() + Sample().line(), "a.csv"),
                                    file_of(header() + shared.line(), "b.csv"), Filter()),
                  UsageError);
}
