// The reader of result files: what it accepts, and what it says about the rest.
#include <doctest/doctest.h>

#include <clocale>
#include <string>

#include "common/row/result_file.h"
#include "common/row/usage_error.h"
#include "common/tests/compare/sample.h"

using namespace course;
using course::compare::test::header;
using course::compare::test::Sample;

namespace {

// The message for a text that is refused, or "" if it is accepted.
std::string refusal(const std::string& text) {
  try {
    parse_results(text, "x.csv");
  } catch (const UsageError& error) {
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
  sample.predicted_ms = "0.25";
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
  CHECK(row.predicted_ms == doctest::Approx(0.25));
  CHECK(row.bound == "memory");
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
  CHECK(refusal(good + "03_atomic_naive,i32\n") == "x.csv:3: 2 fields instead of 31");
  CHECK(refusal(good + "\n") == "x.csv:3: empty line");
  CHECK(refusal(good + "\"open\n" + Sample().line()) == "x.csv:3: a quote is never closed");
  CHECK(refusal(good + "a\"b,c\n") == "x.csv:3: a quote inside a field that is not quoted");
  CHECK(refusal(good + "\"a\"b,c\n") == "x.csv:3: text after a closing quote");
  CHECK(refusal(good + "lesson,variant\n") == "x.csv:3: the header has no column backend");
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
  CHECK(with(&Sample::status, "") == "x.csv:2: status is empty");
  CHECK(with(&Sample::backend, "hip").rfind("x.csv:2: backend is none of", 0) == 0);
  for (const char* good : {"ok", "failed", "expected_failure", "not_applicable"})
    CHECK(with(&Sample::status, good) == "");
}

TEST_CASE("times and rates are not zero, unless six decimals cannot say more") {
  const auto row = [](const std::string& measured) {
    return refusal(header() + "03,i32,cuda,GPU,1,uint8,256,uniform,cold," + measured +
                   ",,,,,ok,,,,,,,,,\n");
  };
  CHECK(row("0.5,0.5,0,30,1000,2.0,0.04,1") == "");
  CHECK(row("0.5,0,0,30,1000,2.0,0.04,1") == "x.csv:2: min_ms is zero");
  CHECK(row("0.5,0.5,0,30,1000,0.0,0.04,1") == "x.csv:2: gb_per_s is zero");
  CHECK(row("0.5,0.5,0,30,,0.0,0.04,1") == "x.csv:2: gb_per_s is zero");
  CHECK(row("8.0,8.0,0,30,1,0.000000,0.000000,1") == "");
}

TEST_CASE("a prediction and what bounds it come together") {
  const auto row = [](const std::string& predicted) {
    return refusal(header() + "03,i32,cuda,GPU,1,int32,256,uniform,cold,,,,,,,,,,,,,ok," +
                   predicted + ",,,,,,,\n");
  };
  CHECK(row("0.5,\"memory, 4 bytes an access\"") == "");
  CHECK(row("0.5,") == "x.csv:2: bound is empty");
  CHECK(row(",memory") == "x.csv:2: predicted_ms is empty");
  CHECK(row("0.000,memory") == "x.csv:2: predicted_ms is zero");
  for (const char* bad : {"1e-310", "nan", "inf", "-1", "0x10"})
    CHECK(row(std::string(bad) + ",memory").rfind("x.csv:2: predicted_ms is not a plain", 0) == 0);
}

TEST_CASE("columns are found by name, and those that an older file lacks are empty") {
  const ResultFile file = parse_results(
      "variant,lesson,status,n,type,device,backend,median_ms\ni32,03,ok,8,int32,GPU,cuda,0.5\n",
      "x.csv");
  CHECK(file.rows.at(0).lesson == "03");
  CHECK(file.rows.at(0).median_ms == 0.5);
  CHECK_FALSE(file.rows.at(0).predicted_ms.has_value());
  CHECK(file.rows.at(0).bound.empty());
  // A newer run appended to it brings its own header.
  const std::string old =
      "lesson,variant,backend,device,n,type,status\n03,i32,cuda,GPU,8,int32,ok\n";
  const ResultFile both = parse_results(old + header() + Sample().line(), "x.csv");
  CHECK_FALSE(both.rows.at(0).median_ms.has_value());
  CHECK(both.rows.at(1).median_ms == 8.0);
  CHECK(refusal(old + Sample().line()) == "x.csv:3: 31 fields instead of 7");
  CHECK(refusal("lesson,variant,backend,device,n,type,status,colour\n") ==
        "x.csv:1: there is no column colour");
  CHECK(refusal("lesson,variant,backend,device,n,type,status,n\n") == "x.csv:1: a second column n");
  CHECK(refusal("lesson,variant,backend,device,type,status\n") ==
        "x.csv:1: the header has no column n");
}

TEST_CASE("files that went through a spreadsheet") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(parse_results(mark + header() + Sample().line(), "x.csv").rows.size() == 1);
  const ResultFile commented =
      parse_results(mark + "# device: A\n" + header() + Sample().line(), "x");
  CHECK(commented.provenance == std::vector<std::string>{"device: A"});

  // Every field quoted, comments cut at their commas and filled up with empty fields.
  const ResultFile quoted = parse_results(
      "\"# device: A\",\" driver 1\",\"\",\"\"\r\n# note,,,\r\n"
      "\"lesson\",\"variant\",\"backend\",\"device\",\"n\",\"type\",\"status\"\r\n"
      "\"03\",\"i32\",\"cuda\",\"GPU\",\"8\",\"int32\",\"ok\"\r\n",
      "x.csv");
  CHECK(quoted.provenance == std::vector<std::string>{"device: A, driver 1", "note"});
  CHECK(quoted.rows.at(0).n == 8);

  CHECK(refusal("lesson;variant;backend\n") ==
        "x.csv:1: not a result file: its header is missing; fields are parted by ',', not by ';'");
}

TEST_CASE("the locale changes nothing") {
  // Where the system has no such locale there is nothing to disturb.
  const std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name)) break;
  Sample sample;
  sample.ms = "0.25";
  CHECK(parse_results(header() + sample.line(), "x.csv").rows[0].median_ms == 0.25);
  std::setlocale(LC_ALL, old.c_str());
}
