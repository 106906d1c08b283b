// The program from outside: arguments, exit status, and what it does to files.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "common/tests/compare/program.h"
#include "common/tests/compare/sample.h"

namespace fs = std::filesystem;
using course::compare::test::contains;
using course::compare::test::course_file;
using course::compare::test::Folder;
using course::compare::test::Result;
using course::compare::test::Sample;

namespace {

const std::string kReadme =
    "# Title\n"
    "\n"
    "```\n"
    "<!-- compare:begin shown in code -->\n"
    "```\n"
    "<!-- compare:begin steps file=docs/x.csv lesson=05 columns=variant,ms,step -->\n"
    "<!-- compare:end -->\n"
    "between\n"
    "<!-- compare:begin file=docs/x.csv variant=\"private, from 04\" -->\n"
    "old\n"
    "<!-- compare:end -->\n"
    "the end, without a line end";

}  // namespace

TEST_CASE("the table is printed with its provenance") {
  const Folder folder;
  folder.write("x.csv", course_file());
  const Result result = folder.compare("x.csv");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "GPU A, n = 2^20, int32, 256 bins, uniform, cold L2"));
  CHECK(contains(result.output, "# x.csv: device: GPU A, driver 1, toolkit 2"));
  CHECK(contains(folder.compare("x.csv --markdown --lesson 05").output,
                 "| shared | 1.00 | 524 | 13 % | 8.00× | 2.00× | 1,048,576 | 0 B |"));
  CHECK(contains(folder.compare("x.csv x.csv").output, "a ÷ b"));
}

TEST_CASE("wrong usage gives the usage and status 2, help gives 0") {
  const Folder folder;
  folder.write("x.csv", course_file());
  for (const char* arguments :
       {"", "--frobnicate x.csv", "x.csv x.csv x.csv", "x.csv --n 12x", "x.csv --n -1",
        "x.csv --columns nothing", "x.csv --lesson", "--update", "--update R --check R",
        "--update R --lesson 05", "x.csv --root .", "x.csv x.csv --columns ms"}) {
    CAPTURE(arguments);
    const Result result = folder.compare(arguments);
    CHECK(result.status == 2);
    CHECK(contains(result.output, "usage: compare"));
  }
  const Result help = folder.compare("--help");
  CHECK(help.status == 0);
  CHECK(contains(help.output, "compare:begin"));
}

TEST_CASE("output that cannot be written is no success") {
  if (!fs::exists("/dev/full")) return;
  const Folder folder;
  folder.write("x.csv", course_file());
  CHECK(folder.compare("x.csv > /dev/full").status == 2);
}

TEST_CASE("update writes the tables, check finds what differs") {
  const Folder folder;
  folder.write(".git/HEAD", "");
  folder.write("docs/x.csv", course_file());
  folder.write("05/README.md", kReadme);
  fs::permissions(folder.path() / "05/README.md", fs::perms(0640));

  const Result before = folder.compare("--check 05/README.md");
  CHECK(before.status == 1);
  CHECK(contains(before.output, "05/README.md:6: table steps differs"));
  CHECK(contains(before.output, "05/README.md:9: table differs"));
  CHECK(folder.read("05/README.md") == kReadme);

  CHECK(folder.compare("--update 05/README.md").status == 0);
  const std::string written = folder.read("05/README.md");
  const std::string first_table =
      "columns=variant,ms,step -->\n"
      "\n"
      "GPU A, n = 2^20, int32, 256 bins, uniform, cold L2\n"
      "\n"
      "| variant | time (ms) | over the step before |\n"
      "| --- | ---: | ---: |\n"
      "| private, from 04 | 2.00 | n/a |\n"
      "| shared | 1.00 | 2.00× |\n"
      "\n"
      "From [docs/x.csv](<../docs/x.csv>): device: GPU A, driver 1, toolkit 2, date 2024-01-01, "
      "commit abc.\n"
      "\n"
      "<!-- compare:end -->\nbetween\n";
  CHECK(contains(written, first_table));
  CHECK(written.substr(0, 60) == kReadme.substr(0, 60));
  CHECK(contains(written, "<!-- compare:end -->\nthe end, without a line end"));
  CHECK_FALSE(contains(written, "\nold\n"));
  CHECK(fs::status(folder.path() / "05/README.md").permissions() == fs::perms(0640));
  CHECK(fs::exists(folder.path() / "05/README.md"));

  // The same file named outright, or from another folder by --root, gives the same text.
  CHECK(folder.compare("--check 05/README.md").status == 0);
  CHECK(folder.compare("--check 05/README.md docs/x.csv").status == 0);
  CHECK(folder.compare("--check 05/README.md --root .").status == 0);
  CHECK(folder.compare("--update 05/README.md").status == 0);
  CHECK(folder.read("05/README.md") == written);

  // A changed measurement, and a changed table, are both noticed.
  folder.write("docs/x.csv", course_file() + Sample{"05_shared_memory", "shared", "0.5"}.line());
  const Result changed = folder.compare("--check 05/README.md");
  CHECK(changed.status == 1);
  CHECK(contains(changed.output, "is:        | shared | 1.00 | 2.00× |"));
  CHECK(contains(changed.output, "should be: | shared | 0.500 | 4.00× |"));
}

TEST_CASE("a README table names its device once and leaves the ledger out") {
  const Folder folder;
  const std::string comments =
      "# device: GPU A, commit abc\n# device: GPU B, commit abc\n# a note\n";
  folder.write("x.csv", comments + course_file() + "# device: GPU A, commit abc\n");
  folder.write("a.md", "<!-- compare:begin -->\n<!-- compare:end -->\n");
  CHECK(folder.compare("--update a.md x.csv").status == 0);
  const std::string text = folder.read("a.md");
  CHECK(contains(text,
                 "From [x.csv](<x.csv>): device: GPU A, commit abc; device: GPU A, driver 1, "
                 "toolkit 2, date 2024-01-01, commit abc.\n"));
  CHECK(contains(text, "| speedup | over the step before |\n"));
}

TEST_CASE("a file with line ends of Windows keeps them, a link stays a link") {
  const Folder folder;
  folder.write("x.csv", course_file());
  folder.write("real.md", "a\r\n<!-- compare:begin -->\r\n<!-- compare:end -->\r\n");
  fs::create_symlink("real.md", folder.path() / "link.md");
  CHECK(folder.compare("--update link.md x.csv").status == 0);
  CHECK(fs::is_symlink(folder.path() / "link.md"));
  const std::string text = folder.read("real.md");
  CHECK(contains(text, "| shared |"));
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    CHECK(text[at - 1] == '\r');
  CHECK(folder.compare("--check link.md x.csv").status == 0);
}

TEST_CASE("an error leaves every file as it was") {
  const Folder folder;
  folder.write("x.csv", course_file());
  const std::string good = "<!-- compare:begin -->\nold\n<!-- compare:end -->\n";
  const std::string end = "\n<!-- compare:end -->\n";
  folder.write("good.md", good);
  const auto expect = [&](const std::string& text, const std::string& line) {
    folder.write("bad.md", text);
    const std::size_t files = folder.files();
    const Result result = folder.compare("--update good.md --update bad.md x.csv");
    CHECK(result.status == 2);
    CHECK(result.output == line + "\n");
    CHECK(folder.read("bad.md") == text);
    CHECK(folder.read("good.md") == good);
    CHECK(folder.files() == files);
    CHECK(folder.compare("--check bad.md x.csv").status == 2);
  };
  expect("no marker\n", "bad.md: no compare:begin marker");
  expect("\n<!-- compare:begin -->\n", "bad.md:2: compare:begin without compare:end");
  expect("<!-- compare:end -->\n", "bad.md:1: compare:end without compare:begin");
  expect("<!-- compare:begin -->\n<!-- compare:begin -->" + end,
         "bad.md:2: compare:begin inside another table");
  expect("<!-- compare:begin lesson=05" + end,
         "bad.md:1: the marker does not end with --> on its line");
  expect("<!-- compare:start -->" + end, "bad.md:1: neither compare:begin nor compare:end");
  expect("<!-- compare:begin a b -->" + end, "bad.md:1: two names: a, b");
  expect("<!-- compare:begin colour=red -->" + end, "bad.md:1: unknown option: colour");
  expect("<!-- compare:begin columns=x -->" + end, "bad.md:1: columns: no such column: x");
  expect("<!-- compare:begin variant=\"x -->" + end, "bad.md:1: a quote is never closed");
  expect("<!-- compare:begin workload=zipf -->" + end,
         "bad.md:1: x.csv: no row fits workload=zipf");
}

TEST_CASE("a marker without a result file, or with one that is missing") {
  const Folder folder;
  folder.write("a.md", "<!-- compare:begin -->\n<!-- compare:end -->\n");
  CHECK(folder.compare("--update a.md").output ==
        "a.md:1: no result file: name one in the marker by file= or as an argument\n");
  folder.write("b.md", "<!-- compare:begin file=no.csv -->\n<!-- compare:end -->\n");
  const Result result = folder.compare("--update b.md");
  CHECK(result.status == 2);
  CHECK(contains(result.output, "no.csv: cannot be opened"));
  CHECK(folder.compare("--update missing.md").status == 2);
}
