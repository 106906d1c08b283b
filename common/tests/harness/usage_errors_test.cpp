// Command lines that are refused. Each refusal is one line that names the option.
#include <doctest/doctest.h>

#include "command_line.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

std::string refusal(LessonKind kind, const std::vector<std::string>& words) {
  return message_of<UsageError>([&] { parse(kind, words); });
}
std::string refusal(const std::vector<std::string>& words) {
  return refusal(LessonKind::histogram, words);
}

}  // namespace

TEST_CASE("numbers are read whole or refused") {
  for (const std::string option : {"--n", "--seed", "--device", "--warmup", "--iters", "--block",
                                   "--bins", "--coarsen", "--blocks-per-sm", "--copies"}) {
    for (const std::string value :
         {"-1", "1e6", "abc", "12x", "", "99999999999999999999", "1.5", " 1"}) {
      CAPTURE(option);
      CAPTURE(value);
      const std::string message = refusal({option, value});
      CHECK(contains(message, option));
      CHECK_FALSE(contains(message, "\n"));
      CHECK(contains(refusal({option + "=" + value}), option));
    }
  }
  for (const std::string option : {"--rows", "--cols"}) {
    CAPTURE(option);
    CHECK(contains(refusal(LessonKind::elementwise, {option, "-1"}), option));
    CHECK(contains(refusal(LessonKind::elementwise, {option, "12x"}), option));
  }
}

TEST_CASE("numbers outside an option's limits are refused, naming the limit") {
  CHECK(contains(refusal({"--bins", "0"}), "--bins '0': at least 1"));
  CHECK(contains(refusal({"--bins", "2147483649"}), "--bins '2147483649': at most 2147483648"));
  CHECK(contains(refusal({"--block", "0"}), "--block '0': at least 1"));
  CHECK(contains(refusal({"--block", "1025"}), "--block '1025': at most 1024"));
  CHECK(contains(refusal({"--iters", "0"}), "--iters '0': at least 1"));
  CHECK(contains(refusal({"--coarsen", "0"}), "--coarsen '0': at least 1"));
  CHECK(contains(refusal({"--blocks-per-sm", "0"}), "--blocks-per-sm '0': at least 1"));
  CHECK(contains(refusal({"--n", "18446744073709551615"}), "--n '18446744073709551615': at most"));
  CHECK(contains(refusal({"--device", "4294967296"}), "--device"));
}

TEST_CASE("unknown options and positional arguments are named") {
  CHECK(contains(refusal({"--nonsense"}), "--nonsense"));
  CHECK(contains(refusal({"--n", "5", "--nonsense", "--hot"}), "--nonsense"));
  CHECK(contains(refusal({"-x"}), "-x"));
  CHECK(contains(refusal({"-n", "5"}), "-n"));
  CHECK(contains(refusal({"file.txt"}), "file.txt"));
  CHECK(contains(refusal({"--hot", "file.txt", "--n", "x"}), "file.txt"));
  CHECK(contains(refusal({"--", "file.txt"}), "file.txt"));
  CHECK(contains(refusal({"-"}), "-"));
}

TEST_CASE("options that would have no effect beside --check or --sweep are refused") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--n", "5"}, {"--bins", "5"}, {"--csv", "x.csv"}, {"--hot"}, {"--block", "32"}}) {
    std::vector<std::string> line = {"--check"};
    line.insert(line.end(), words.begin(), words.end());
    CHECK(contains(refusal(line), "leave out " + words.front()));
  }
  CHECK(contains(refusal({"--sweep", "--coarsen", "5"}), "leave out --coarsen"));
  CHECK(contains(refusal({"--sweep", "--copies", "5"}), "leave out --copies"));
  CHECK(contains(refusal({"--check", "--best"}), "leave out --best"));
  CHECK(contains(refusal({"--best", "--sweep"}), "leave out --variant and --sweep"));
  CHECK(contains(refusal({"--best", "--variant", "i32"}), "leave out --variant and --sweep"));
  CHECK(contains(refusal({"--blocks-per-sm", "5", "--sweep"}), "leave out --blocks-per-sm"));
  CHECK(contains(refusal(LessonKind::elementwise, {"--sweep", "--n", "5"}), "leave out --n"));
  CHECK(contains(refusal(LessonKind::elementwise, {"--sweep", "--rows", "5", "--cols", "5"}),
                 "leave out --rows"));
  CHECK_NOTHROW(parse(LessonKind::histogram, {"--check", "--variant", "i32", "--device", "0"}));
  CHECK_NOTHROW(parse(LessonKind::histogram, {"--sweep", "--n", "5"}));
}

TEST_CASE("a lesson refuses the options of the other kind") {
  CHECK(contains(refusal({"--rows", "5", "--cols", "5"}), "--rows"));
  for (const std::string option : {"--bins", "--type", "--workload", "--input", "--coarsen"}) {
    CAPTURE(option);
    CHECK(contains(refusal(LessonKind::elementwise, {option, "5"}), option));
  }
  CHECK(contains(refusal(LessonKind::elementwise, {"--letters"}), "--letters"));
  CHECK(contains(refusal(LessonKind::elementwise, {"--show"}), "--show"));
}

TEST_CASE("a missing value is named as such") {
  for (const std::string option : {"--n", "--csv", "--variant", "--bins", "--input"}) {
    CAPTURE(option);
    CHECK(refusal({option}) == option + " needs a value");
    CHECK(refusal({"--hot", option}) == option + " needs a value");
  }
}

TEST_CASE("a value for an option that takes none is refused") {
  CHECK(contains(refusal({"--hot=1"}), "--hot"));
  CHECK(contains(refusal({"--hot", "1"}), "1"));
}

TEST_CASE("an ambiguous abbreviation is refused") {
  CHECK(contains(refusal({"--c", "5"}), "--c"));                           // check, csv, coarsen
  CHECK(contains(refusal({"--b", "5"}), "--b"));                           // block, bins
  CHECK(contains(refusal({"--i", "5"}), "--i"));                           // iters, input
  CHECK(contains(refusal({"--l"}), "--l"));                                // list, letters
  CHECK(contains(refusal({"--h"}), "--h"));                                // hot, help
  CHECK(contains(refusal(LessonKind::elementwise, {"--c", "5"}), "--c"));  // check, csv, cols
}

TEST_CASE("empty names are refused like missing ones") {
  for (const std::string option : {"--variant", "--csv", "--input", "--type", "--workload"}) {
    CAPTURE(option);
    CHECK(contains(refusal({option, ""}), option));
  }
}

TEST_CASE("names that do not exist are refused, naming those that do") {
  CHECK(contains(refusal({"--type", "int64"}), "--type 'int64'"));
  CHECK(contains(refusal({"--type", "int64"}), "uint16"));
  CHECK(contains(refusal({"--type", "Int32"}), "--type"));
  CHECK(contains(refusal({"--workload", "gauss"}), "--workload 'gauss'"));
  CHECK(contains(refusal({"--workload", "gauss"}), "zipf"));
  CHECK(contains(refusal({"--workload", "edges"}), "--workload"));  // of --check alone
  CHECK(contains(refusal({"--workload", "file"}), "--workload"));   // chosen by --input
  for (const std::string hot : {"hot", "hot:", "hot:101", "hot:-1", "hot:x", "hot:50%", "hot:1K"}) {
    CAPTURE(hot);
    CHECK(contains(refusal({"--workload", hot}), "--workload"));
  }
}

TEST_CASE("contradictions are refused, naming an option of theirs") {
  CHECK(contains(refusal({"--bins", "5", "--bins", "auto"}), "--bins"));
  CHECK(contains(refusal({"--bins", "auto", "--bins", "5"}), "--bins"));
  CHECK(contains(refusal({"--input", "f", "--workload", "zipf"}), "--workload"));
  CHECK(contains(refusal({"--input", "f", "--type", "int32"}), "--type"));
  CHECK(contains(refusal({"--input", "f", "--letters", "--type", "uint16"}), "--type"));
  CHECK(contains(refusal({"--letters"}), "--letters"));
  CHECK(contains(refusal({"--letters", "--workload", "zipf"}), "--letters"));
  CHECK(contains(refusal({"--letters", "--input", "f", "--bins", "7"}), "--bins"));
  CHECK(contains(refusal({"--letters", "--input", "f", "--bins", "auto"}), "--bins"));

  const auto of_adds = [](const std::vector<std::string>& words) {
    return refusal(LessonKind::elementwise, words);
  };
  CHECK(contains(of_adds({"--rows", "5"}), "--rows"));
  CHECK(contains(of_adds({"--cols", "5"}), "--cols"));
  CHECK(contains(of_adds({"--rows", "5", "--cols", "5", "--n", "25"}), "--n"));
}

TEST_CASE("a matrix whose size overflows is refused") {
  const auto of_adds = [](const char* rows, const char* columns) {
    return refusal(LessonKind::elementwise, {"--rows", rows, "--cols", columns});
  };
  CHECK(contains(of_adds("4294967296", "4294967296"), "--rows"));  // 2^64: wraps to 0
  CHECK(contains(of_adds("4294967297", "4294967295"), "--rows"));
  CHECK(contains(of_adds("1G", "1G"), "--rows"));
  CHECK(of_adds("1G", "0").empty());
  CHECK(of_adds("0", "1G").empty());
}
