// The table of how well the model predicts: its arithmetic, its marker, and files it refuses.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "common/compare/model_table.h"
#include "common/tests/compare/program.h"

using namespace course::compare;
using course::compare::test::contains;
using course::compare::test::Folder;
using course::compare::test::Result;

namespace {

std::string model_header() { return std::string(kModelHeader) + "\n"; }

// A prediction of a histogram of 256 bins; its factor is the quotient of the times.
std::string histogram(const std::string& variant, const std::string& type,
                      const std::string& workload, const std::string& measured,
                      const std::string& predicted) {
  return "03_atomic_naive," + variant + ",1024," + type + ",256," + workload + "," + measured +
         "," + predicted + ",memory\n";
}

std::string add(const std::string& variant, const std::string& type, const std::string& measured,
                const std::string& predicted) {
  return "01_elementwise," + variant + ",1024," + type + ",,," + measured + "," + predicted +
         ",\"memory, 4 bytes an access\"\n";
}

std::vector<std::vector<std::string>> cells_of(const std::string& rows) {
  return make_model_table(parse_model(model_header() + rows, "m.csv")).cells;
}

std::string refusal(const std::string& text) {
  try {
    parse_model(text, "m.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

using Cells = std::vector<std::string>;

const std::string kAllGroups =
    histogram("a", "int32", "uniform", "1.0", "1.5") +
    histogram("b", "int32", "single", "3.0", "1.0") +
    histogram("a", "int32", "sorted", "12.3", "1") + histogram("a", "uint8", "uniform", "1", "1") +
    histogram("a", "letters", "file", "0.250", "0.500") + add("f32", "float32", "1", "1.25") +
    add("f16", "float16", "1.35", "1");

}  // namespace

TEST_CASE("a factor says how far off a prediction is, whichever way") {
  Prediction slow;
  slow.measured_ms = 4;
  slow.predicted_ms = 1;
  Prediction fast;
  fast.measured_ms = 1;
  fast.predicted_ms = 4;
  CHECK(slow.factor() == 4);
  CHECK(fast.factor() == 4);
  fast.predicted_ms = 1;
  CHECK(fast.factor() == 1);
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
  CHECK(cells_of(add("f32", "float32", "1", "1")).size() == 2);
}

TEST_CASE("the newest prediction of a repeated problem stands") {
  const std::string first = histogram("a", "uint8", "uniform", "1", "9");
  const std::string again = histogram("a", "uint8", "uniform", "1", "1");
  const std::string other = histogram("a", "uint8", "zipf", "1", "1");
  const auto cells = cells_of(first + other + "# device: B\n" + model_header() + again);
  CHECK(cells[0] == Cells{"uint8", "2", "1.00", "1.00", "0"});
}

TEST_CASE("model files that are refused name the line") {
  const std::string head = "# device: A\n" + model_header();
  CHECK(refusal("") == "m.csv:1: empty file");
  CHECK(refusal(head) == "m.csv:3: no rows after the header");
  CHECK(refusal("a,b\n") == "m.csv:1: not a model file: its header is missing");
  CHECK(refusal(head + "03,a\n") == "m.csv:3: 2 fields instead of 9");
  CHECK(refusal(head + "03,a") == "m.csv:3: half-written: the last line does not end");
  const auto row = [&](const std::string& fields) { return refusal(head + fields + "\n"); };
  CHECK(row("03,a,8,int32,256,uniform,1,1,memory") == "");
  CHECK(row(",a,8,int32,256,uniform,1,1,memory") == "m.csv:3: lesson is empty");
  CHECK(row("03,,8,int32,256,uniform,1,1,memory") == "m.csv:3: variant is empty");
  CHECK(row("03,a,,int32,256,uniform,1,1,memory") == "m.csv:3: n is empty");
  CHECK(row("03,a,99999999999999999999,int32,256,uniform,1,1,memory") ==
        "m.csv:3: n is not a whole number of at most 64 bits: 99999999999999999999");
  CHECK(row("03,a,8,int64,256,uniform,1,1,memory").rfind("m.csv:3: type is none of int32,", 0) ==
        0);
  CHECK(row("03,a,8,int32,,uniform,1,1,memory") == "m.csv:3: bins is empty");
  CHECK(row("03,a,8,int32,256,,1,1,memory") == "m.csv:3: workload is empty");
  CHECK(row("01,a,8,float32,256,,1,1,memory") == "m.csv:3: bins is not empty for an add");
  CHECK(row("01,a,8,float16,,zipf,1,1,memory") == "m.csv:3: workload is not empty for an add");
  CHECK(row("03,a,8,int32,256,uniform,,1,memory") == "m.csv:3: measured_ms is empty");
  CHECK(row("03,a,8,int32,256,uniform,1,,memory") == "m.csv:3: predicted_ms is empty");
  CHECK(row("03,a,8,int32,256,uniform,0,1,memory") == "m.csv:3: measured_ms is zero");
  CHECK(row("03,a,8,int32,256,uniform,1,0.0,memory") == "m.csv:3: predicted_ms is zero");
  for (const char* bad : {"1e-310", "nan", "inf", "-1", "0x10"})
    CHECK(row("03,a,8,int32,256,uniform,1," + std::string(bad) + ",memory")
              .rfind("m.csv:3: predicted_ms is not a plain decimal", 0) == 0);
  CHECK(row("03,a,8,int32,256,uniform,1,1,") == "m.csv:3: bound is empty");
}

TEST_CASE("a marker with model= is updated and checked") {
  const Folder folder;
  const std::string note = "# device: GPU A, commit abc\n# a note\n";
  folder.write(".git/HEAD", "");
  folder.write("docs/m.csv", note + model_header() + kAllGroups);
  folder.write("docs/a.md",
               "<!-- compare:begin predictions model=docs/m.csv -->\n<!-- compare:end -->\n");
  const Result before = folder.compare("--check docs/a.md");
  CHECK(before.status == 1);
  CHECK(contains(before.output, "docs/a.md:1: table predictions differs"));
  CHECK(folder.compare("--update docs/a.md").status == 0);
  CHECK(contains(folder.read("docs/a.md"),
                 "model=docs/m.csv -->\n"
                 "\n"
                 "| rows | number | median factor | worst factor | beyond a factor of 2 |\n"
                 "| --- | ---: | ---: | ---: | ---: |\n"
                 "| int32, all workloads but sorted | 2 | 2.25 | 3.00 | 1 |\n"));
  CHECK(contains(folder.read("docs/a.md"),
                 "| all | 7 | 1.50 | 12.3 | 2 |\n"
                 "\n"
                 "From [docs/m.csv](<m.csv>): device: GPU A, commit abc.\n"
                 "\n"
                 "<!-- compare:end -->\n"));
  CHECK(folder.compare("--check docs/a.md").status == 0);
  folder.write("docs/m.csv", note + model_header() + kAllGroups + add("g", "float32", "1", "1"));
  CHECK(folder.compare("--check docs/a.md").status == 1);
  folder.write("docs/m.csv", note + model_header() + add("g", "float32", "1", "stoi"));
  const Result bad = folder.compare("--check docs/a.md --root .");
  CHECK(bad.status == 2);
  CHECK(bad.output ==
        "./docs/m.csv:4: predicted_ms is not a plain decimal number such as 0.25: stoi\n");
}

TEST_CASE("a marker with model= takes nothing else") {
  const Folder folder;
  folder.write("m.csv", model_header() + kAllGroups);
  for (const char* more : {"file=x.csv", "columns=ms", "lesson=03"}) {
    folder.write("a.md", "<!-- compare:begin model=m.csv " + std::string(more) +
                             " -->\n<!-- compare:end -->\n");
    CHECK(folder.compare("--check a.md").output ==
          "a.md:1: model= goes with neither file=, columns= nor filters\n");
  }
  folder.write("a.md", "<!-- compare:begin model= -->\n<!-- compare:end -->\n");
  CHECK(folder.compare("--check a.md").output == "a.md:1: model: a value is missing\n");
  // A result file that is named on the command line is not what model= is about.
  folder.write("a.md", "<!-- compare:begin model=m.csv -->\n<!-- compare:end -->\n");
  CHECK(folder.compare("--update a.md missing.csv").status == 0);
}
