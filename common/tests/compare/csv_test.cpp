// The reader of result files: what it accepts, and what it says about the rest.
#include <doctest/doctest.h>

#include <clocale>
#include <limits>
#include <string>

#include "common/compare/csv.h"
#include "common/compare/format.h"
#include "common/tests/compare/sample.h"

using namespace course::compare;
using course::compare::test::header;
using course::compare::test::Sample;

namespace {

// The message for a text that is refused, or "" if it is accepted.
std::string refusal(const std::string& text) {
  try {
    parse_results(text, "x.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of_row(const Sample& sample) { return refusal(header() + sample.line()); }

}  // namespace

TEST_CASE("a row keeps every field") {
  Sample sample;
  sample.variant = "\"int4, \"\"4 loads\"\"\"";
  sample.ms = "0.2465";
  const ResultFile file =
      parse_results("# device: GPU A, driver 1\n#\n" + header() + sample.line(), "x.csv");
  REQUIRE(file.rows.size() == 1);
  const Row& row = file.rows[0];
  CHECK(row.lesson == "03_atomic_naive");
  CHECK(row.variant == "int4, \"4 loads\"");
  CHECK(row.backend == "cuda");
  CHECK(row.device == "GPU A");
  CHECK(row.n == 1048576);
  CHECK(row.type == "int32");
  CHECK(row.bins == 256u);
  CHECK(row.workload == "uniform");
  CHECK(row.cache == "cold");
  CHECK(row.median_ms == doctest::Approx(0.2465));
  CHECK(row.iqr_ms == doctest::Approx(0.01));
  CHECK(row.iterations == 30u);
  CHECK(row.bytes == 4194304u);
  CHECK(row.gb_per_s == doctest::Approx(524.3));
  CHECK(row.ceiling_percent == doctest::Approx(12.6));
  CHECK(row.speedup == doctest::Approx(1));
  CHECK(row.global_atomics == 1048576u);
  CHECK_FALSE(row.shared_atomics.has_value());
  CHECK(row.workspace_bytes == 0u);
  CHECK(row.status == Status::ok);
  REQUIRE(file.provenance.size() == 1);
  CHECK(file.provenance[0] == "device: GPU A, driver 1");
}

TEST_CASE("appended runs repeat the header, with comments before it") {
  const std::string run = "# device: GPU A\n" + header() + Sample().line();
  const ResultFile file = parse_results(run + run, "x.csv");
  CHECK(file.rows.size() == 2);
  CHECK(file.provenance.size() == 2);
}

TEST_CASE("line ends of Windows and line breaks in quotes") {
  std::string text = header() + Sample().line();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  CHECK(parse_results(text, "x.csv").rows[0].status == Status::ok);

  Sample sample;
  sample.device = "\"two\nlines\"";
  CHECK(parse_results(header() + sample.line(), "x.csv").rows[0].device == "two\nlines");
  Sample bad;
  bad.n = "x";
  CHECK(refusal(header() + sample.line() + bad.line()).rfind("x.csv:4: n ", 0) == 0);
}

TEST_CASE("files that are not whole result files") {
  CHECK(refusal("") == "x.csv:1: empty file");
  CHECK(refusal("# only a comment\n") == "x.csv:2: no header");
  CHECK(refusal(header()) == "x.csv:2: no rows after the header");
  CHECK(refusal("name,value\na,1\n") == "x.csv:1: not a result file: its header is missing");
  const std::string good = header() + Sample().line();
  CHECK(refusal(good) == "");
  // Every prefix but the whole file is half a file; a cut right after a line is a header only.
  for (std::size_t size = 0; size < good.size(); ++size) CHECK(refusal(good.substr(0, size)) != "");
  CHECK(refusal(good + "03_atomic_naive,i32") ==
        "x.csv:3: half-written: the last line does not end");
  CHECK(refusal(good + "03_atomic_naive,i32\n") == "x.csv:3: 2 fields instead of 22");
  CHECK(refusal(good + "\n") == "x.csv:3: empty line");
  CHECK(refusal(good + "\"open\n" + Sample().line()) == "x.csv:3: a quote is never closed");
  CHECK(refusal(good + "a\"b,c\n") == "x.csv:3: a quote inside a field that is not quoted");
  CHECK(refusal(good + "\"a\"b,c\n") == "x.csv:3: text after a closing quote");
  CHECK(refusal(good + "lesson,variant\n") == "x.csv:3: a different header");
  CHECK(refusal(good + "x" + Sample().line().substr(1, 20) + ",,\n").rfind("x.csv:3: ", 0) == 0);
}

TEST_CASE("values that no lesson writes name their column") {
  const auto with = [](std::string Sample::*field, const std::string& value) {
    Sample sample;
    sample.*field = value;
    return refusal_of_row(sample);
  };
  CHECK(with(&Sample::lesson, "") == "x.csv:2: lesson is empty");
  CHECK(with(&Sample::n, "").find("n is empty") != std::string::npos);
  for (const char* bad : {"-1", "1e6", "12x", " 1", "99999999999999999999", "18446744073709551616"})
    CHECK(with(&Sample::n, bad).rfind("x.csv:2: n is not a whole number", 0) == 0);
  CHECK(with(&Sample::n, "18446744073709551615") == "");
  for (const char* bad : {"nan", "inf", "0x10", "1.5ms", "-1", "-0", "+1", "1e-3", "1e999", ".",
                          "1.", ".5", "1.2.3", " 1", "1 ", "1_000", "\"1,5\"", "\"1,000\""}) {
    CAPTURE(bad);
    CHECK(with(&Sample::ms, bad).rfind("x.csv:2: median_ms is not a plain decimal", 0) == 0);
  }
  CHECK(with(&Sample::ms, std::string(400, '9')) ==
        "x.csv:2: median_ms is not a plain decimal number such as 0.25: " + std::string(40, '9') +
            "...");
  for (const char* bad : {"1000000000000001", "0.0000000001"})
    CHECK(with(&Sample::ms, bad) == "x.csv:2: median_ms is out of range: " + std::string(bad));
  for (const char* good : {"0.000001", "1000000", "007", "1.50"})
    CHECK(with(&Sample::ms, good) == "");
  CHECK(with(&Sample::ms, "0").rfind("x.csv:2: median_ms is zero", 0) == 0);
  CHECK(with(&Sample::ms, "0.000000").rfind("x.csv:2: median_ms is zero", 0) == 0);
  CHECK(with(&Sample::speedup, "0.0") == "x.csv:2: speedup is zero");
  CHECK(with(&Sample::status, "fine").rfind("x.csv:2: status is none of", 0) == 0);
  CHECK(with(&Sample::status, "").rfind("x.csv:2: status is none of", 0) == 0);
  CHECK(with(&Sample::backend, "hip").rfind("x.csv:2: backend is neither", 0) == 0);
  for (const char* good : {"ok", "failed", "expected_failure", "not_applicable"})
    CHECK(with(&Sample::status, good) == "");
}

TEST_CASE("times and rates are not zero, unless six decimals cannot say more") {
  const auto row = [](const std::string& measured) {
    return refusal(header() + "03,i32,cuda,GPU,1,uint8,256,uniform,cold," + measured + ",,,,,ok\n");
  };
  CHECK(row("0.5,0.5,0,30,1000,2.0,0.04,1") == "");
  CHECK(row("0.5,0,0,30,1000,2.0,0.04,1") == "x.csv:2: min_ms is zero");
  CHECK(row("0.5,0.5,0,30,1000,0.0,0.04,1") == "x.csv:2: gb_per_s is zero");
  CHECK(row("0.5,0.5,0,30,,0.0,0.04,1") == "x.csv:2: gb_per_s is zero");
  CHECK(row("8.0,8.0,0,30,1,0.000000,0.000000,1") == "");
}

TEST_CASE("numbers are printed for a reader") {
  // What the reader refuses must not hurt either.
  for (double odd : {0.0, 1e-310, 1e308, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()})
    CHECK(format_significant(odd) != "");
  CHECK(parse_decimal("12") == 12);
  CHECK(parse_decimal("0.25") == 0.25);
  for (const char* bad : {"", ".", "1.", ".1", "1e1", "-1", "0x1", "inf", "nan", "1,0"})
    CHECK_FALSE(parse_decimal(bad).has_value());
  CHECK(format_significant(0.9441) == "0.944");
  CHECK(format_significant(69.13) == "69.1");
  CHECK(format_significant(9.996) == "10.0");
  CHECK(format_significant(99.96) == "100");
  CHECK(format_significant(3411.2) == "3,411");
  CHECK(format_significant(0.00012345) == "0.000123");
  CHECK(format_significant(0) == "0");
  CHECK(format_count(0) == "0");
  CHECK(format_count(999) == "999");
  CHECK(format_count(268435456) == "268,435,456");
  CHECK(format_size(268435456) == "2^28");
  CHECK(format_size(268435455) == "268,435,455");
  CHECK(format_size(0) == "0");
  CHECK(format_size(512) == "512");
  CHECK(format_size(std::uint64_t{1} << 63) == "2^63");
  CHECK(format_bytes(1023) == "1023 B");
  CHECK(format_bytes(135168) == "132 KiB");
  CHECK(format_bytes(1572864) == "1.50 MiB");
  CHECK(format_speedup(280.7) == "281×");
  CHECK(format_speedup(1.284) == "1.28×");
  CHECK(format_percent(97.2) == "97 %");
  CHECK(format_percent(9.96) == "10 %");
  CHECK(format_percent(0.36) == "0.4 %");
  CHECK(parse_size("2^28") == 268435456u);
  CHECK(parse_size("64K") == 65536u);
  CHECK(parse_size("100000000") == 100000000u);
  for (const char* bad : {"", "K", "2^", "2^64", "1k", "-1", "1e6", "12x", "99999999999G"})
    CHECK_FALSE(parse_size(bad).has_value());
}

TEST_CASE("the locale changes nothing") {
  // Where the system has no such locale there is nothing to disturb.
  const std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name)) break;
  CHECK(format_significant(1234.5) == "1,234");
  CHECK(format_significant(0.25) == "0.250");
  Sample sample;
  sample.ms = "0.25";
  CHECK(parse_results(header() + sample.line(), "x.csv").rows[0].median_ms == 0.25);
  std::setlocale(LC_ALL, old.c_str());
}
