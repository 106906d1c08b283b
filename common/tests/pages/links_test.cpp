// Every link from one page of the course to another leads somewhere: to a file or folder that is
// there, and where it names a part of a page, to a heading of it.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/tests/pages/root.h"

namespace fs = std::filesystem;

namespace {

// The name by which a heading is linked to: lower case, spaces become hyphens, the rest goes.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 128) {
      anchor += static_cast<char>(std::tolower(byte));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
  std::set<std::string> anchors;
  std::istringstream lines(text_of(page));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    anchors.insert(anchor_of(line.substr(level + 1)));
  }
  return anchors;
}

// What is wrong with the links of `page`; empty: nothing.
std::vector<std::string> broken_links(const fs::path& page) {
  static const std::regex link(R"(\]\(<?([^)<>\s]+)>?\))");
  const std::string text = text_of(page);
  std::vector<std::string> broken;
  for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
    const std::string target = (*it)[1];
    if (target.find("://") != std::string::npos) continue;
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    const fs::path path = file.empty() ? page : page.parent_path() / file;
    const bool has_anchor = hash != std::string::npos && path.extension() == ".md";
    if (!fs::exists(path) || (has_anchor && anchors_of(path).count(target.substr(hash + 1)) == 0)) {
      broken.push_back(page.string() + ": " + target);
    }
  }
  return broken;
}

std::vector<fs::path> all_pages() {
  const fs::path root = course_root();
  std::vector<fs::path> pages;
  for (fs::recursive_directory_iterator it(root), end; it != end; ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name[0] == '.' || name == "build")) it.disable_recursion_pending();
    if (it->path().extension() == ".md") pages.push_back(it->path());
  }
  return pages;
}

// The folder of chapter 05, as it is called here.
std::string chapter_folder(const std::string& number) {
  for (const fs::directory_entry& entry : fs::directory_iterator(course_root())) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(number + "_", 0) == 0) return name;
  }
  return "";
}

}  // namespace

TEST_CASE("every link between pages leads somewhere") {
  const std::vector<fs::path> pages = all_pages();
  CHECK(pages.size() > 15);
  for (const fs::path& page : pages) {
    for (const std::string& link : broken_links(page)) FAIL_CHECK(link);
  }
}

TEST_CASE("a chapter's page links to each of its exercises, and the exercise links back") {
  std::ifstream list(course_root() / "docs/exercises/list.txt");
  int exercises = 0;
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    std::string number, folder;
    words >> number >> folder;
    if (number.empty() || number[0] == '#') continue;
    ++exercises;
    const std::string chapter = chapter_folder(number.substr(0, 2)), name = folder.substr(3);
    const std::string there =
        "[" + number + " " + name + "](../docs/exercises/" + folder + "/README.md)";
    const std::string back = "(../../../" + chapter + "/README.md)";
    CHECK_MESSAGE(text_of(course_root() / chapter / "README.md").find(there) != std::string::npos,
                  chapter << "/README.md: no link " << there);
    const std::string page = "docs/exercises/" + folder + "/README.md";
    CHECK_MESSAGE(text_of(course_root() / page).find(back) != std::string::npos,
                  page << ": no link " << back);
  }
  CHECK(exercises > 10);
}

TEST_CASE("a link to no file, or to no heading, is noticed") {
  const fs::path folder = fs::temp_directory_path() / "course_links_test";
  fs::create_directories(folder);
  std::ofstream(folder / "a.md")
      << "# One Two\n[here](a.md#one-two) [x](b.md) [y](#three) [z](.)\n";
  const std::vector<std::string> broken = broken_links(folder / "a.md");
  REQUIRE(broken.size() == 2);
  CHECK(broken[0] == (folder / "a.md").string() + ": b.md");
  CHECK(broken[1] == (folder / "a.md").string() + ": #three");
  fs::remove_all(folder);
}
