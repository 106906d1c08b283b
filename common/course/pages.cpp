#include "common/course/pages.h"

#include <regex>

#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

namespace fs = std::filesystem;

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const std::size_t first = from + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

std::string without_blank_ends(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \n") + 1 - first);
}

// "[Chapter 04](../../../04_privatization/README.md#idea)" becomes
// "Chapter 04 (04_privatization/README.md)", which a terminal can show.
std::string with_plain_links(const std::string& text) {
  static const std::regex within(R"(\[([^\]]+)\]\(#[^)]*\))");
  static const std::regex to_file(R"(\[([^\]]+)\]\((?:\.\./)*([^)#]+)[^)]*\))");
  return std::regex_replace(std::regex_replace(text, within, "$1"), to_file, "$1 ($2)");
}

}  // namespace

std::vector<Folded> folded_parts(const std::string& text) {
  std::vector<Folded> parts;
  for (std::size_t at = text.find("<details>"); at != std::string::npos;
       at = text.find("<details>", at + 1)) {
    const std::string part = text.substr(at, text.find("</details>", at) - at);
    const std::size_t end = part.find("</summary>");
    if (end == std::string::npos) continue;
    parts.push_back({between(part, "<summary>", "</summary>"),
                     with_plain_links(
                         without_blank_ends(part.substr(end + std::string("</summary>").size())))});
  }
  return parts;
}

std::string chapter_number(const std::string& text) {
  const std::optional<std::uint64_t> number = read_digits(text);
  if (!number) return text;
  return (*number < 10 ? "0" : "") + std::to_string(*number);
}

std::string chapter_folder(const fs::path& course, const std::string& text) {
  const std::string number = chapter_number(text);
  if (fs::is_directory(course)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(course)) {
      const std::string name = entry.path().filename().string();
      if (name.compare(0, 3, number + "_") == 0 && entry.is_directory()) return name;
    }
  }
  throw UsageError("there is no chapter '" + text + "' in " + course.string());
}

std::string question_text(const std::string& page, const std::string& id) {
  const std::string label = "**Question " + id + "**";
  const std::string part = between(page, label, "<details>");
  const std::string text =
      with_plain_links(without_blank_ends(part.substr(0, part.find("**Question "))));
  if (text.empty()) throw UsageError("the page has no question " + label);
  return std::regex_replace(text, std::regex("\n +"), "\n");  // a list's indentation
}

}  // namespace course
