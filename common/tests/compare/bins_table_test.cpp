// The table of variants beside each other, by bins and workload.
#include "common/compare/bins_table.h"

#include <doctest/doctest.h>

#include "common/row/usage_error.h"
#include "common/tests/compare/program.h"
#include "common/tests/compare/sample.h"
#include "common/tests/compare/tables.h"

using namespace course;
using namespace course::compare;
using course::compare::test::contains;
using course::compare::test::Folder;
using course::compare::test::header;
using course::compare::test::Sample;

namespace {

std::string line(const std::string& lesson, const std::string& variant, const std::string& bins,
                 const std::string& workload, const std::string& ms) {
  Sample sample;
  sample.lesson = lesson;
  sample.variant = variant;
  sample.bins = bins;
  sample.workload = workload;
  sample.ms = ms;
  if (ms.empty()) sample.status = "not_applicable";
  return sample.line();
}

}  // namespace

TEST_CASE("variants and libraries stand beside each other, a row for each problem") {
  Folder folder;
  folder.write("a.csv", header() + line("06_coarsening", "ranges", "65536", "uniform", "0.25") +
                            line("06_coarsening", "ranges", "65536", "single", "0.5") +
                            line("06_coarsening", "ranges", "256", "uniform", "0.125") +
                            line("06_coarsening", "wide", "256", "uniform", "1") +
                            line("beyond", "partition", "65536", "single", "") +
                            line("torch", "histc", "65536", "uniform", "3"));
  const std::string shown = folder
                                .compare(
                                    "a.csv --table bins --variant ranges --variant partition "
                                    "--variant histc")
                                .output;
  CHECK(contains(shown, "GPU A, n = 2^20, int32, cold L2, time (ms)"));
  CHECK(contains(shown, "bins"));
  // Sorted by bins; a cell without a row is empty, one without a time says why.
  const std::size_t few = shown.find("256"), uniform = shown.find("65,536  uniform"),
                    single = shown.find("65,536  single");
  CHECK(few < uniform);
  CHECK(uniform < single);
  CHECK(single < shown.size());
  CHECK(contains(shown, "06 ranges  beyond partition  torch histc"));
  CHECK(contains(shown.substr(uniform, single - uniform), "0.250"));
  CHECK(contains(shown.substr(uniform, single - uniform), "3.00"));
  CHECK(contains(shown.substr(single), "not applicable"));
  CHECK_FALSE(contains(shown, "wide"));
}

TEST_CASE("the table bins has columns of its own, and needs a histogram") {
  Folder folder;
  Sample add;
  add.bins = add.workload = "";
  folder.write("a.csv", header() + add.line());
  CHECK(contains(folder.compare("a.csv --table bins").output, "no row is a histogram's"));
  CHECK(contains(folder.compare("a.csv --table bins --columns ms").output, "columns of its own"));
}
