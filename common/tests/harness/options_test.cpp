// The command line: what each option gives. What is refused is tested in usage_errors_test.cpp.
#include "common/harness/run/options.h"

#include <doctest/doctest.h>

#include "command_line.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

TEST_CASE("without options the defaults hold") {
  const Options o = histogram({});
  CHECK_FALSE(o.n.has_value());
  CHECK(o.seed == 1);
  CHECK(o.device == 0);
  CHECK(o.variant.empty());
  CHECK_FALSE(o.list);
  CHECK_FALSE(o.check);
  CHECK_FALSE(o.hot);
  CHECK_FALSE(o.sweep);
  CHECK_FALSE(o.warmup.has_value());
  CHECK_FALSE(o.iterations.has_value());
  CHECK(o.csv.empty());
  CHECK_FALSE(o.block.has_value());
  CHECK_FALSE(o.bins.has_value());
  CHECK_FALSE(o.bins_from_data);
  CHECK_FALSE(o.type.has_value());
  CHECK_FALSE(o.workload.has_value());
  CHECK(o.input.empty());
  CHECK_FALSE(o.letters);
  CHECK_FALSE(o.show);
  CHECK_FALSE(o.coarsening.has_value());
  CHECK_FALSE(o.blocks_per_multiprocessor.has_value());
}

TEST_CASE("every option of all lessons is read") {
  const Options o = elementwise({"--n", "64K", "--seed", "18446744073709551615", "--device", "1",
                                 "--variant", "f32", "--list", "--hot", "--warmup", "0", "--iters",
                                 "10", "--csv", "out.csv", "--block", "1024"});
  CHECK(o.n == 65536u);
  CHECK(o.seed == UINT64_MAX);
  CHECK(o.device == 1);
  CHECK(o.variant == "f32");
  CHECK(o.list);
  CHECK(o.hot);
  CHECK(o.warmup == 0);
  CHECK(o.iterations == 10);
  CHECK(o.csv == "out.csv");
  CHECK(o.block == 1024u);
  CHECK(elementwise({"--check"}).check);
  CHECK(elementwise({"--sweep"}).sweep);
}

TEST_CASE("every option of histograms is read") {
  const Options o =
      histogram({"--bins", "257", "--type", "uint16", "--workload", "hot:90", "--show", "--coarsen",
                 "32", "--blocks-per-sm", "8", "--copies", "3"});
  CHECK(o.bins == 257u);
  CHECK_FALSE(o.bins_from_data);
  REQUIRE(o.type.has_value());
  CHECK(*o.type == SampleType::uint16);
  REQUIRE(o.workload.has_value());
  CHECK(o.workload->kind == Workload::Kind::hot);
  CHECK(o.workload->hot_percent == 90);
  CHECK(o.show);
  CHECK(o.coarsening == 32u);
  CHECK(o.blocks_per_multiprocessor == 8u);
  CHECK(o.copies == 3u);

  const Options text = histogram({"--input", "README.md", "--letters", "--type", "uint8"});
  CHECK(text.input == "README.md");
  CHECK(text.letters);

  const Options from_data = histogram({"--bins", "auto"});
  CHECK(from_data.bins_from_data);
  CHECK_FALSE(from_data.bins.has_value());
}

TEST_CASE("every option of adds is read") {
  const Options o = elementwise({"--rows", "64", "--cols", "1023"});
  CHECK(o.rows == 64u);
  CHECK(o.columns == 1023u);
  CHECK_FALSE(o.n.has_value());
}

TEST_CASE("n = 0 is a size like any other") {
  CHECK(histogram({"--n", "0"}).n == 0u);
  CHECK(elementwise({"--rows", "0", "--cols", "7"}).rows == 0u);
}

TEST_CASE("limits are included") {
  CHECK(histogram({"--block", "1"}).block == 1u);
  CHECK(histogram({"--bins", "1"}).bins == 1u);
  CHECK(histogram({"--bins", "2G"}).bins == kMaxBins);
  CHECK(histogram({"--coarsen", "65536"}).coarsening == 65536u);
}

TEST_CASE("a value may follow an equals sign, and unambiguous abbreviations are read") {
  CHECK(histogram({"--n=5"}).n == 5u);
  CHECK(histogram({"--work", "zipf"}).workload->kind == Workload::Kind::zipf);
  CHECK(histogram({"--coa", "8"}).coarsening == 8u);  // only histograms have --coarsen ...
  CHECK(elementwise({"--co", "8", "--rows", "1"}).columns == 8u);  // ... and only adds --cols
}

TEST_CASE("the last of repeated options holds") {
  CHECK(histogram({"--n", "5", "--n", "6"}).n == 6u);
}

TEST_CASE("several command lines can be read in one process") {
  CHECK(histogram({"--n", "5", "--hot"}).hot);
  CHECK_THROWS_AS(histogram({"--n", "x", "--hot"}), UsageError);
  const Options o = histogram({"--bins", "7"});
  CHECK_FALSE(o.hot);
  CHECK_FALSE(o.n.has_value());
  CHECK(o.bins == 7u);
}

TEST_CASE("--help is seen, and only where it is given") {
  bool help = false;
  parse(LessonKind::histogram, {"--help"}, &help);
  CHECK(help);
  parse(LessonKind::histogram, {"--n", "5"}, &help);
  CHECK_FALSE(help);
}

TEST_CASE("usage names every option of its kind of lesson and no other") {
  const std::string bins = usage(LessonKind::histogram, "03_atomic_naive");
  const std::string adds = usage(LessonKind::elementwise, "01_elementwise");
  for (const std::string name :
       {"--n N", "--seed N", "--device N", "--variant NAME", "--list", "--check", "--hot",
        "--warmup N", "--iters N", "--csv FILE", "--block N", "--sweep", "--help"}) {
    CAPTURE(name);
    CHECK(contains(bins, name));
    CHECK(contains(adds, name));
  }
  for (const std::string name :
       {"--bins B|auto", "--type T", "--workload W", "--input FILE", "--letters", "--show",
        "--coarsen N", "--blocks-per-sm N", "--copies N"}) {
    CAPTURE(name);
    CHECK(contains(bins, name));
    CHECK_FALSE(contains(adds, name));
  }
  for (const std::string name : {"--rows N", "--cols N"}) {
    CAPTURE(name);
    CHECK_FALSE(contains(bins, name));
    CHECK(contains(adds, name));
  }
  CHECK(contains(bins, "usage: 03_atomic_naive"));
  CHECK(contains(bins, "2 usage, 77 no usable device"));
  CHECK(bins.back() == '\n');
}
