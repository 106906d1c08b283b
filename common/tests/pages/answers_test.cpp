// What `course quiz` knows, docs/quiz.txt, is what the chapters' pages ask and answer.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "common/tests/pages/root.h"

namespace fs = std::filesystem;

namespace {

struct Line {
  std::string id, sign, number, text;
};

std::vector<Line> table() {
  std::vector<Line> lines;
  std::ifstream file(course_root() / "docs/quiz.txt");
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#') continue;
    Line line;
    std::istringstream parts(text);
    parts >> line.id >> line.sign >> line.number >> std::ws;
    std::getline(parts, line.text);
    lines.push_back(line);
  }
  return lines;
}

std::string page_of(const std::string& chapter) {
  for (const fs::directory_entry& entry : fs::directory_iterator(course_root())) {
    if (entry.path().filename().string().rfind(chapter + "_", 0) == 0) {
      return text_of(entry.path() / "README.md");
    }
  }
  return "";
}

// The labels of a page's questions that can be checked: "**Question 04.1**".
std::set<std::string> labels_in(const std::string& page) {
  static const std::regex label(R"(\*\*Question (\d\d\.\d+)\*\*)");
  std::set<std::string> labels;
  for (std::sregex_iterator it(page.begin(), page.end(), label), end; it != end; ++it) {
    labels.insert((*it)[1]);
  }
  return labels;
}

// The folded part that answers a question: the first solution after its label. One may answer
// several questions.
std::string answer_to(const std::string& page, const std::string& id) {
  const std::size_t label = page.find("**Question " + id + "**");
  const std::size_t begin = page.find("<summary>Solution", label);
  if (begin == std::string::npos) return "";
  return page.substr(begin, page.find("</details>", begin) - begin);
}

// Whether the text has the number, and not as a part of a longer one.
bool has_number(const std::string& text, const std::string& number) {
  const std::string digits = "0123456789,.";
  for (std::size_t at = text.find(number); at != std::string::npos;
       at = text.find(number, at + 1)) {
    const std::string after = text.substr(at + number.size(), 2);
    const bool begins = at == 0 || digits.find(text[at - 1]) == std::string::npos;
    const bool goes_on =
        !after.empty() && (std::isdigit(static_cast<unsigned char>(after[0])) ||
                           (after.size() == 2 && (after[0] == ',' || after[0] == '.') &&
                            std::isdigit(static_cast<unsigned char>(after[1]))));
    if (begins && !goes_on) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("each question of the table is labelled in its page, and answered by its numbers") {
  std::map<std::string, int> right;
  for (const Line& line : table()) {
    const std::string page = page_of(line.id.substr(0, 2));
    CHECK_MESSAGE(labels_in(page).count(line.id) == 1, line.id << ": no page asks it");
    CHECK_MESSAGE(!line.text.empty(), line.id);
    right[line.id] += line.sign == "=";
    if (line.sign == "!") continue;
    CHECK_MESSAGE(has_number(answer_to(page, line.id), line.number),
                  line.id << ": " << line.number << " is not in the folded answer");
  }
  CHECK(right.size() > 15);
  for (const auto& [id, count] : right) CHECK_MESSAGE(count > 0, id << " has no right answer");
}

TEST_CASE("no number of a question is right and wrong") {
  std::map<std::string, std::string> sign_of;
  for (const Line& line : table()) {
    const auto [known, is_new] = sign_of.try_emplace(line.id + " " + line.number, line.sign);
    CHECK_MESSAGE(is_new, known->first << " stands there twice");
  }
}

TEST_CASE("each labelled question can be checked") {
  std::set<std::string> known;
  for (const Line& line : table()) known.insert(line.id);
  for (const char* chapter : {"01", "02", "03", "04", "05", "06", "07"}) {
    for (const std::string& label : labels_in(page_of(chapter))) {
      CHECK_MESSAGE(known.count(label) == 1, label << " is not in docs/quiz.txt");
    }
  }
}

TEST_CASE("a number is found only as a whole") {
  CHECK(has_number("is **589,696**. The", "589,696"));
  CHECK(has_number("it is 264, or so", "264"));
  CHECK_FALSE(has_number("1,589,696", "589,696"));
  CHECK_FALSE(has_number("589,6961", "589,696"));
  CHECK_FALSE(has_number("16,384.5", "16,384"));
  CHECK_FALSE(has_number("16,384", "16"));
}
