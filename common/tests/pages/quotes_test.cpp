// Code that a chapter's page shows is code that is built and run, to the last character.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "common/tests/pages/root.h"

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = course_root();
constexpr const char* kStandalone = "docs/standalone/add.cu";

// What stands between `opening` and `closing`, each time.
std::vector<std::string> all_between(const std::string& text, const std::string& opening,
                                     const std::string& closing) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::size_t end = text.find(closing, at);
    REQUIRE(end != std::string::npos);
    found.push_back(text.substr(at, end - at));
    at = end;
  }
  return found;
}

// C++ that the page shows as the program's. A folded answer changes the program, so it is left out.
std::vector<std::string> code_of(std::string page) {
  for (const std::string& answer : all_between(page, "<details>", "</details>")) {
    page.erase(page.find(answer), answer.size());
  }
  return all_between(page, "\n```cpp\n", "```");
}

fs::path program_in(const fs::path& chapter) {
  for (const fs::directory_entry& entry : fs::directory_iterator(chapter)) {
    if (entry.path().extension() == ".cu") return entry.path();
  }
  return {};
}

// The line that a page names as "name.cu:47", of a file beside the page; "" where there is none.
std::string named_line(const fs::path& folder, const std::smatch& name) {
  std::ifstream file(folder / name[1].str());
  std::string line;
  for (int number = std::stoi(name[2]); number > 0; --number) std::getline(file, line);
  return file ? line : "";
}

// The folders of the chapters and of the exercises.
std::vector<fs::path> folders_of_pages() {
  std::vector<fs::path> folders;
  for (const fs::path& above : {kRoot, kRoot / "docs/exercises"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(above)) {
      if (entry.path().filename().string()[0] == '0') folders.push_back(entry.path());
    }
  }
  return folders;
}

}  // namespace

TEST_CASE("code in a chapter's page is its program's, word for word") {
  const std::string standalone = text_of(kRoot / kStandalone);
  int chapters = 0, blocks = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
    if (!std::regex_match(entry.path().filename().string(), std::regex("0[0-9]_.*"))) continue;
    ++chapters;
    const std::string program = text_of(program_in(entry.path()));
    for (const std::string& code : code_of(text_of(entry.path() / "README.md"))) {
      ++blocks;
      const bool found = program.find(code) != std::string::npos || code == standalone;
      CHECK_MESSAGE(found, entry.path().string() << ": the program does not say\n" << code);
    }
  }
  CHECK(chapters == 7);
  CHECK(blocks > chapters);
}

TEST_CASE("code is found between its fences, but not in a folded answer") {
  const std::string page =
      "a\n```cpp\nint i;\n```\n<details>\n\n```cpp\nint j;\n```\n</details>\n\n```cpp\nint "
      "k;\n```\n";
  CHECK(code_of(page) == std::vector<std::string>{"int i;\n", "int k;\n"});
}

TEST_CASE("chapter 01 shows the whole program without the harness, and how to build it") {
  const std::string page = text_of(kRoot / "01_elementwise/README.md");
  const std::string program = text_of(kRoot / kStandalone);
  CHECK(page.find("\n```cpp\n" + program + "```\n") != std::string::npos);
  CHECK(page.find("\nnvcc docs/standalone/add.cu -o add && ./add\n") != std::string::npos);
  CHECK(program.find("#include \"") == std::string::npos);
}

// What a program prints names source lines. Those of a page's own program are held here; others
// move unnoticed, so a page writes "buffer.cpp:…".
TEST_CASE("a source line that a page names is what the message is about") {
  static const std::regex name(R"((\w+\.(?:cuh?|cpp|h)):(\d+))");
  static const std::regex expected(
      R"(<<<|__syncthreads\(\)|counts\[bin\]\+\+|c\[i\] = |counter = counter \+)");
  int names = 0;
  for (const fs::path& folder : folders_of_pages()) {
    const std::string page = text_of(folder / "README.md");
    for (std::sregex_iterator it(page.begin(), page.end(), name), end; it != end; ++it) {
      ++names;
      const std::string line = named_line(folder, *it);
      CHECK_MESSAGE(std::regex_search(line, expected),
                    folder.string() << ", " << it->str() << ": '" << line << "'");
    }
  }
  CHECK(names > 8);
}
