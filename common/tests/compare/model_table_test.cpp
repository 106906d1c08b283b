// The table of how well the model predicts: its arithmetic, and its marker.
#include "common/compare/model_table.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "common/tests/compare/program.h"
#include "common/tests/compare/sample.h"
#include "common/tests/compare/tables.h"

using namespace course;
using namespace course::compare;
using course::compare::test::contains;
using course::compare::test::file_of;
using course::compare::test::Folder;
using course::compare::test::header;
using course::compare::test::Result;
using course::compare::test::Sample;

namespace {

// A prediction of a histogram; its factor is the quotient of the times.
std::string histogram(const std::string& variant, const std::string& type,
                      const std::string& workload, const std::string& measured,
                      const std::string& predicted) {
  Sample sample;
  sample.variant = variant;
  sample.type = type;
  sample.workload = workload;
  sample.ms = measured;
  sample.predicted_ms = predicted;
  return sample.line();
}

std::string add(const std::string& variant, const std::string& measured,
                const std::string& predicted) {
  Sample sample;
  sample.lesson = "01_elementwise";
  sample.variant = variant;
  sample.type = "float32";
  sample.bins = sample.workload = "";
  sample.ms = measured;
  sample.predicted_ms = predicted;
  return sample.line();
}

using Cells = std::vector<std::string>;

std::vector<Cells> cells_of(const std::string& rows) {
  return make_model_table(join(file_of(header() + rows))).cells;
}

const std::string kAllGroups = histogram("a", "int32", "uniform", "1.0", "1.5") +
                               histogram("b", "int32", "single", "3.0", "1.0") +
                               histogram("a", "int32", "sorted", "12.3", "1") +
                               histogram("a", "uint8", "uniform", "1", "1") +
                               histogram("a", "letters", "file", "0.250", "0.500") +
                               add("f32", "1", "1.25") + add("f16", "1.35", "1");

}  // namespace

TEST_CASE("a factor says how far off a prediction is, whichever way") {
  Row row;
  row.median_ms = 4;
  row.predicted_ms = 1;
  CHECK(factor_of(row) == 4);
  row.median_ms = 1;
  CHECK(factor_of(row) == 1);
  row.predicted_ms = 4;
  CHECK(factor_of(row) == 4);
}

TEST_CASE("one row per group, and one for all") {
  const auto cells = cells_of(kAllGroups);
  REQUIRE(cells.size() == 6);
  // Of two factors the median is their mean: (1.5 + 3) / 2.
  CHECK(cells[0] == Cells{"int32, all workloads but sorted", "2", "2.25", "3.00", "1"});
  CHECK(cells[1] == Cells{"int32, sorted", "1", "12.3", "12.3", "1"});
  CHECK(cells[2] == Cells{"uint8", "1", "1.00", "1.00", "0"});
  // A factor of 2 is not beyond 2.
  CHECK(cells[3] == Cells{"letters", "1", "2.00", "2.00", "0"});
  CHECK(cells[4] == Cells{"adds", "2", "1.30", "1.35", "0"});
  // 1, 1.25, 1.35, 1.5, 2, 3, 12.3
  CHECK(cells[5] == Cells{"all", "7", "1.50", "12.3", "2"});
}

TEST_CASE("a group without rows is left out") {
  const auto cells = cells_of(histogram("a", "uint16", "uniform", "1", "1"));
  REQUIRE(cells.size() == 1);  // uint16 has no group of its own
  CHECK(cells[0] == Cells{"all", "1", "1.00", "1.00", "0"});
  CHECK(cells_of(add("f32", "1", "1")).size() == 2);
}

TEST_CASE("rows without a time or without a prediction do not count") {
  Sample failed;
  failed.predicted_ms = "1";
  failed.status = "failed";
  Sample counted;
  counted.predicted_ms = "1";
  counted.backend = "cpu";
  CHECK(cells_of(Sample().line() + failed.line() + counted.line()).empty());
}

TEST_CASE("the newest prediction of a repeated problem stands") {
  const std::string first = histogram("a", "uint8", "uniform", "1", "9");
  const std::string again = histogram("a", "uint8", "uniform", "1", "1");
  const std::string other = histogram("a", "uint8", "zipf", "1", "1");
  const auto cells = cells_of(first + other + "# device: B\n" + header() + again);
  CHECK(cells[0] == Cells{"uint8", "2", "1.00", "1.00", "0"});
}

TEST_CASE("a marker with table=model takes the rows of several files") {
  const Folder folder;
  folder.write(".git/HEAD", "");
  folder.write("docs/a.csv", "# device: GPU A, commit abc\n# a note\n" + header() + kAllGroups);
  folder.write("docs/b.csv", "# device: GPU A, commit def\n" + header() +
                                 histogram("c", "uint8", "zipf", "3", "1"));
  folder.write("docs/m.md",
               "<!-- compare:begin predictions table=model file=docs/a.csv file=docs/b.csv -->\n"
               "<!-- compare:end -->\n");
  const Result before = folder.compare("--check docs/m.md");
  CHECK(before.status == 1);
  CHECK(contains(before.output, "docs/m.md:1: table predictions differs"));
  CHECK(folder.compare("--update docs/m.md").status == 0);
  CHECK(contains(folder.read("docs/m.md"),
                 "file=docs/b.csv -->\n"
                 "\n"
                 "| rows | number | median factor | worst factor | beyond a factor of 2 |\n"
                 "| --- | ---: | ---: | ---: | ---: |\n"
                 "| int32, all workloads but sorted | 2 | 2.25 | 3.00 | 1 |\n"));
  CHECK(contains(folder.read("docs/m.md"),
                 "| all | 8 | 1.75 | 12.3 | 3 |\n"
                 "\n"
                 "From [docs/a.csv](<a.csv>): device: GPU A, commit abc, and from "
                 "[docs/b.csv](<b.csv>): device: GPU A, commit def.\n"
                 "\n"
                 "<!-- compare:end -->\n"));
  CHECK(folder.compare("--check docs/m.md").status == 0);
  folder.write("docs/b.csv", header() + histogram("c", "uint8", "zipf", "1", "1"));
  CHECK(folder.compare("--check docs/m.md").status == 1);
}

TEST_CASE(
    "a table of predictions is filtered like others, has its own columns, needs a prediction") {
  const Folder folder;
  folder.write("m.csv", header() + kAllGroups);
  folder.write("none.csv", header() + Sample().line());
  const std::string one = folder.compare("m.csv --table model --type uint8").output;
  CHECK(contains(one, "uint8       1           1.00"));
  CHECK_FALSE(contains(one, "int32"));
  CHECK(folder.compare("none.csv --table model").output == "none.csv: no row has a prediction\n");
  const auto message_for = [&](const std::string& marker) {
    folder.write("a.md",
                 "<!-- compare:begin file=m.csv " + marker + " -->\n<!-- compare:end -->\n");
    return folder.compare("--check a.md").output;
  };
  CHECK(message_for("table=model columns=ms") ==
        "a.md:1: the table model has columns of its own\n");
  CHECK(message_for("table=chair") ==
        "a.md:1: table: there are the tables model and bins, not chair\n");
  CHECK(message_for("file=") == "a.md:1: file: a value is missing\n");
}
