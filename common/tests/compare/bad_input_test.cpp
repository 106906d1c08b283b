// What the program says of input it cannot use: one line, and status 2.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "common/tests/compare/program.h"
#include "common/tests/compare/sample.h"

namespace fs = std::filesystem;
using course::compare::test::course_file;
using course::compare::test::Folder;
using course::compare::test::header;
using course::compare::test::Result;
using course::compare::test::Sample;

TEST_CASE("bad input gives one line and status 2") {
  const Folder folder;
  folder.write("empty.csv", "");
  folder.write("half.csv", course_file() + "03_atomic");
  folder.write("foreign.csv", "a,b\n1,2\n");
  const auto expect = [&](const std::string& arguments, const std::string& line) {
    const Result result = folder.compare(arguments);
    CHECK(result.status == 2);
    CHECK(result.output == line + "\n");
  };
  expect("empty.csv", "empty.csv:1: empty file");
  expect("half.csv", "half.csv:8: half-written: the last line does not end");
  expect("foreign.csv", "foreign.csv:1: not a result file: its header is missing");
  expect("missing.csv", "missing.csv: cannot be opened: No such file or directory");
  expect(std::string(300, 'x'), std::string(300, 'x') + ": cannot be opened: File name too long");
  expect("a.csv b.csv", "a.csv: cannot be opened: No such file or directory");
  folder.write("lines.csv", header() + Sample{"03_atomic_naive", "i32", "\"1\n2\""}.line());
  expect("lines.csv", "lines.csv:2: median_ms is not a plain decimal number such as 0.25: 1 2");
}

TEST_CASE("only regular files are read, whoever names them") {
  const Folder folder;
  folder.write("x.csv", course_file());
  folder.write("a.md", "<!-- compare:begin file=pipe -->\n<!-- compare:end -->\n");
  // Nobody writes into the pipe, so a program that opens it never ends.
  REQUIRE(mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("pipe", folder.path() / "link");
  const auto expect = [&](const std::string& arguments, const std::string& file) {
    CAPTURE(arguments);
    const Result result = folder.compare(arguments);
    CHECK(result.status == 2);
    CHECK(result.output == file + ": is not a regular file\n");
  };
  for (const std::string file : {"pipe", "link", ".", "/dev/null"}) {
    expect(file, file);
    expect("x.csv " + file, file);
    expect("--update " + file + " x.csv", file);
    expect("--check " + file + " x.csv", file);
    expect("--check a.md " + file, file);
  }
  expect("--check a.md --root .", "./pipe");
}

TEST_CASE("a number that no kernel takes gives one line, not a message of the library") {
  const Folder folder;
  for (const char* ms :
       {"1e-310", "1e310", "99999999999999999999", "0.0000000000001", "-0", "+1"}) {
    CAPTURE(ms);
    Sample sample;
    sample.ms = ms;
    folder.write("bad.csv", header() + Sample().line() + sample.line());
    for (const char* arguments : {"bad.csv", "bad.csv bad.csv"}) {
      const Result result = folder.compare(arguments);
      CHECK(result.status == 2);
      CHECK(result.output.rfind("bad.csv:3: median_ms is ", 0) == 0);
      CHECK(result.output.find('\n') + 1 == result.output.size());
    }
  }
}

TEST_CASE("a root that is a circle of links") {
  const Folder folder;
  folder.write("x.csv", course_file());
  folder.write("a.md", "<!-- compare:begin -->\n<!-- compare:end -->\n");
  fs::create_symlink("circle", folder.path() / "circle");
  const Result result = folder.compare("--check a.md x.csv --root circle");
  CHECK(result.status == 2);
  CHECK(result.output == "circle: Too many levels of symbolic links\n");
}
