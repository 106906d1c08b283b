// A source file as text, with knowledge of what is code and what is comment or literal.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

class SourceText {
 public:
  explicit SourceText(std::string text);

  const std::string& text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  char operator[](std::size_t position) const { return text_[position]; }
  bool is_code(std::size_t position) const { return is_code_[position]; }
  int line_of(std::size_t position) const;

  // Whether `token` stands at `position` in code.
  bool has(std::size_t position, std::string_view token) const;
  // The same for a whole identifier.
  bool has_word(std::size_t position, std::string_view word) const;
  // The first position at or after `position` that is neither space nor comment.
  std::size_t skip_space(std::size_t position) const;
  // The position behind the last character before `position` that is neither space nor comment.
  std::size_t skip_space_backwards(std::size_t position) const;
  // The start of the identifier that ends before `position`; `position` itself if none does.
  std::size_t word_start(std::size_t position) const;
  // The position of the bracket that opens what the one at `closing` closes, for ), ], } and >.
  // npos if there is none.
  std::size_t opening(std::size_t closing) const;

 private:
  std::string text_;
  std::vector<bool> is_code_;
};

bool is_word_character(char c);
