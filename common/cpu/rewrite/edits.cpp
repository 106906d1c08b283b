// See edits.h.
#include "edits.h"

#include <algorithm>

std::string apply(const SourceText& source, Edits edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string result;
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    result += source.text().substr(copied, edit.begin - copied) + edit.replacement;
    copied = edit.end;
  }
  return result + source.text().substr(copied);
}

void replace_keeping_lines(const SourceText& source, std::size_t begin, std::size_t end,
                           const std::string& replacement, Edits& edits) {
  const std::string text = source.text().substr(begin, end - begin);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  edits.push_back({begin, end, replacement + std::string(lines, '\n')});
}
