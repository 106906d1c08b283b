// See source_text.h.
#include "source_text.h"

#include <algorithm>
#include <cctype>

bool is_word_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;  // as in zähler
}

namespace {

// The end of the literal that starts with the quote at `start`.
std::size_t end_of_literal(const std::string& text, std::size_t start) {
  for (std::size_t i = start + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[start] || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// The same for R"delimiter(...)delimiter", whose quote is at `start`.
std::size_t end_of_raw_literal(const std::string& text, std::size_t start) {
  const std::size_t parenthesis = text.find('(', start);
  if (parenthesis == std::string::npos) return text.size();
  std::string end(1, ')');
  end.append(text, start + 1, parenthesis - start - 1).append(1, '"');
  const std::size_t found = text.find(end, parenthesis);
  return found == std::string::npos ? text.size() : found + end.size();
}

// The end of the comment or literal that starts at `i`, or `i` if none does.
std::size_t end_of_other_text(const std::string& text, std::size_t i) {
  if (text.compare(i, 2, "//") == 0) return std::min(text.find('\n', i), text.size());
  if (text.compare(i, 2, "/*") == 0) {
    const std::size_t end = text.find("*/", i + 2);
    return end == std::string::npos ? text.size() : end + 2;
  }
  const char before = i > 0 ? text[i - 1] : ' ';
  if (text[i] == '"') {
    return before == 'R' ? end_of_raw_literal(text, i) : end_of_literal(text, i);
  }
  // A quote between digits is a separator: 1'000'000.
  if (text[i] == '\'' && !is_word_character(before)) return end_of_literal(text, i);
  return i;
}

}  // namespace

SourceText::SourceText(std::string text) : text_(std::move(text)), is_code_(text_.size(), true) {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const std::size_t end = end_of_other_text(text_, i);
    if (end == i) continue;
    for (std::size_t k = i; k < end; ++k) is_code_[k] = false;
    i = end - 1;
  }
}

int SourceText::line_of(std::size_t position) const {
  return 1 + static_cast<int>(std::count(
                 text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

bool SourceText::has(std::size_t position, std::string_view token) const {
  return position < size() && is_code(position) &&
         text_.compare(position, token.size(), token) == 0;
}

bool SourceText::has_word(std::size_t position, std::string_view word) const {
  const std::size_t end = position + word.size();
  return has(position, word) && (position == 0 || !is_word_character(text_[position - 1])) &&
         (end >= size() || !is_word_character(text_[end]));
}

std::size_t SourceText::skip_space(std::size_t position) const {
  const auto is_space = [&](std::size_t i) {
    const char c = text_[i];
    return !is_code(i) ? c != '"' && c != '\'' : std::isspace(static_cast<unsigned char>(c)) != 0;
  };
  while (position < size() && is_space(position)) ++position;
  return position;
}

std::size_t SourceText::skip_space_backwards(std::size_t position) const {
  while (position > 0 && (!is_code(position - 1) ||
                          std::isspace(static_cast<unsigned char>(text_[position - 1])) != 0)) {
    --position;
  }
  return position;
}

std::size_t SourceText::word_start(std::size_t position) const {
  while (position > 0 && is_code(position - 1) && is_word_character(text_[position - 1])) {
    --position;
  }
  return position;
}

std::size_t SourceText::opening(std::size_t closing) const {
  std::string open;  // the closing brackets that wait for their partners
  for (std::size_t i = closing + 1; i-- > 0;) {
    if (!is_code(i)) continue;
    const char c = text_[i];
    const bool in_template = !open.empty() && open.back() == '>';
    if (c == ')' || c == ']' || c == '}') open.push_back(c);
    // Between parentheses a > compares, unless it is the one that we started from; -> never counts.
    if (c == '>' && (i == closing || (in_template && text_[i - 1] != '-'))) open.push_back(c);
    const char partner = c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c == '<' ? '>' : 0;
    if (partner == 0 || open.empty()) continue;
    if (open.back() == partner) {
      open.pop_back();
      if (open.empty()) return i;
    } else if (c != '<') {
      return std::string::npos;
    }
  }
  return std::string::npos;
}
