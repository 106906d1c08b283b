// The join: grouping, order, step speedups, and what is shown instead of a time.
#include <doctest/doctest.h>

#include <string>

#include "common/compare/render.h"
#include "common/compare/table.h"
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

namespace {

std::vector<Table> tables_of(const std::string& text, const Query& query = {}) {
  return make_tables(file_of(text), query);
}

Query with_filter(const Filter& filter) {
  Query query;
  query.filter = filter;
  return query;
}

}  // namespace

TEST_CASE("speedups over the start and over the step before") {
  const std::vector<Table> tables = tables_of(course_file());
  REQUIRE(tables.size() == 1);
  const Table& table = tables[0];
  CHECK(table.heading == "GPU A, n = 2^20, int32, 256 bins, uniform, cold L2");
  CHECK(cell(table, "i32", "over the step before") == "n/a");
  // The step of i32x4 is over i32: the racy row between them has no time.
  CHECK(cell(table, "i32x4", "over the step before") == "1.07×");
  CHECK(cell(table, "private, from 04", "over the step before") == "n/a");
  CHECK(cell(table, "shared", "over the step before") == "2.00×");
  CHECK(cell(table, "shared", "speedup") == "8.00×");
  CHECK(cell(table, "shared", "time (ms)") == "1.00");
  CHECK(cell(table, "shared", "of ceiling") == "13 %");
  CHECK(cell(table, "racy", "time (ms)") == "wrong on purpose");
  CHECK(cell(table, "racy", "speedup") == "n/a");
  CHECK(cell(table, "i32", "global atomics") == "1,048,576");
  CHECK_FALSE(has_column(table, "shared atomics"));
}

TEST_CASE("a row that failed shows no time even if the file holds one") {
  Sample failed;
  failed.status = "failed";
  Sample next;
  next.variant = "next";
  const Table table = tables_of(header() + failed.line() + next.line())[0];
  CHECK(cell(table, "i32", "time (ms)") == "failed");
  CHECK(cell(table, "i32", "GB/s") == "n/a");
  CHECK(cell(table, "i32", "speedup") == "n/a");
  CHECK(cell(table, "next", "over the step before") == "n/a");
}

TEST_CASE("the CPU backend gets neither a time nor a speedup") {
  Sample counted;
  counted.backend = "cpu";
  counted.device = "CPU";
  const std::vector<Table> tables = tables_of(header() + counted.line());
  CHECK_FALSE(has_column(tables[0], "time (ms)"));
  CHECK_FALSE(has_column(tables[0], "speedup"));
  CHECK(cell(tables[0], "i32", "result") == "verified");
  CHECK(cell(tables[0], "i32", "global atomics") == "1,048,576");

  Query forced;
  forced.columns = parse_columns("variant,ms,min,iqr,gbs,ceiling,speedup,step");
  const Table table = tables_of(header() + counted.line(), forced)[0];
  for (std::size_t i = 1; i < table.columns.size(); ++i) CHECK(table.cells[0][i] == "n/a");
}

TEST_CASE("the newest row of a variant stands, in its old place") {
  Sample first;
  Sample second;
  second.variant = "i32x4";
  Sample again;
  again.ms = "4";
  const Table table = tables_of(header() + first.line() + second.line() + again.line())[0];
  REQUIRE(table.cells.size() == 2);
  CHECK(cell(table, "i32", "time (ms)") == "4.00");
  CHECK(cell(table, "i32x4", "over the step before") == "0.500×");
}

TEST_CASE("only comparable rows share a table") {
  const auto differing = [](std::string Sample::*field, const std::string& value) {
    Sample other;
    other.variant = "other";
    other.*field = value;
    const std::vector<Table> tables = tables_of(header() + Sample().line() + other.line());
    REQUIRE(tables.size() == 2);
    CHECK(cell(tables[1], "other", "over the step before") == "n/a");
  };
  differing(&Sample::device, "GPU B");
  differing(&Sample::n, "1000000");
  differing(&Sample::type, "uint8");
  differing(&Sample::bins, "7");
  differing(&Sample::bins, "");
  differing(&Sample::workload, "hot:50");
  differing(&Sample::cache, "hot");
}

TEST_CASE("lessons and their problems come in the order of the course") {
  Sample late;
  late.lesson = "07_cub";
  late.workload = "single";
  Sample histogram;
  Sample add;
  add.lesson = "01_elementwise";
  add.bins = "";
  add.type = "float32";
  Sample shared;
  shared.lesson = "05_shared_memory";
  const std::vector<Table> tables =
      tables_of(header() + late.line() + shared.line() + histogram.line() + add.line());
  REQUIRE(tables.size() == 3);
  CHECK(tables[0].cells[0][0] == "01_elementwise");
  CHECK(tables[1].cells[0][0] == "03_atomic_naive");
  CHECK(tables[1].cells[1][0] == "05_shared_memory");
  CHECK(tables[2].cells[0][0] == "07_cub");
}

TEST_CASE("filters and columns") {
  Query query;
  query.filter.add("lesson", "05");
  query.filter.add("n", "2^20,2^28");
  const Table table = tables_of(course_file(), query)[0];
  CHECK(table.cells.size() == 2);
  CHECK_FALSE(has_column(table, "lesson"));

  Filter named;
  named.add("variant", "private, from 04");
  CHECK(make_tables(file_of(course_file()), with_filter(named))[0].cells.size() == 1);

  Filter none;
  none.add("workload", "zipf");
  CHECK_THROWS_WITH_AS(make_tables(file_of(course_file()), with_filter(none)),
                       "x.csv: no row fits workload=zipf", UsageError);
  CHECK_THROWS_AS(named.add("bins", "12x"), UsageError);
  CHECK_THROWS_AS(named.add("bins", ""), UsageError);
  CHECK_THROWS_AS(parse_columns("variant,"), UsageError);
  CHECK_THROWS_AS(parse_columns("variant,time"), UsageError);
  CHECK_THROWS_AS(parse_columns("ms,ms"), UsageError);
}

TEST_CASE("every column can be shown, the prediction only beside a time") {
  std::string keys;
  for (const Column& column : all_columns())
    keys += (keys.empty() ? "" : ",") + std::string(column.key);
  Sample predicted;
  predicted.predicted_ms = "4";
  Sample counted = predicted;
  counted.backend = "cpu";
  Query query;
  CHECK(query.set("columns", keys));
  const std::vector<Table> tables = tables_of(header() + predicted.line() + counted.line(), query);
  REQUIRE(tables.size() == 2);
  CHECK(cell(tables[0], "i32", "predicted (ms)") == "4.00");
  CHECK(cell(tables[0], "i32", "bound by") == "memory");
  CHECK(cell(tables[0], "i32", "bytes moved") == "4,194,304");
  CHECK(cell(tables[1], "i32", "predicted (ms)") == "n/a");
  CHECK(cell(tables[1], "i32", "bound by") == "n/a");
}

TEST_CASE("what a query does not take") {
  Query query;
  CHECK_FALSE(query.set("colour", "red"));
  CHECK_THROWS_WITH_AS(query.set("backend", "gpu"), "backend is none of cuda, cpu and model: gpu",
                       UsageError);
  CHECK_THROWS_AS(query.set("table", "chair"), UsageError);
  CHECK(query.set("table", "model"));
  CHECK_THROWS_AS(query.set("columns", "ms"), UsageError);
}

TEST_CASE("a filter does not change the step speedups") {
  Query query;
  query.filter.add("variant", "shared");
  CHECK(cell(tables_of(course_file(), query)[0], "shared", "over the step before") == "2.00×");
}

TEST_CASE("a column of bins makes one table of a sweep, from few to many") {
  Sample many;
  many.bins = "1024";
  Sample few;
  few.bins = "2";
  Query query;
  query.columns = parse_columns("bins,ms");
  const std::vector<Table> tables = tables_of(header() + many.line() + few.line(), query);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].heading == "GPU A, n = 2^20, int32, uniform, cold L2");
  CHECK(tables[0].cells[0][0] == "2");
  CHECK(tables[0].cells[1][0] == "1,024");
}

TEST_CASE("names of a foreign file cannot break a table") {
  Sample sample;
  sample.variant = "\"a|b <i>\x1b[31m\"";
  const std::vector<Table> tables = tables_of(header() + sample.line());
  CHECK(render_markdown(tables).find("| a\\|b \\<i\\> \\[31m |") != std::string::npos);
  CHECK(render_text(tables).find('\x1b') == std::string::npos);
}

TEST_CASE("columns of text line up by characters, not bytes") {
  const std::string text = render_text(tables_of(course_file()));
  CHECK(text.find("speedup") != std::string::npos);
  // 8.00× ends where the title of its column ends.
  const auto line_with = [&](const std::string& word) {
    const std::size_t at = text.find(word);
    const std::size_t start = text.rfind('\n', at) + 1;
    return text.substr(start, text.find('\n', at) - start);
  };
  const std::string titles = line_with("speedup");
  const std::string shared = line_with("  shared ");
  CHECK(titles.find("speedup") + 7 == shared.find("8.00×") + 5);
}
