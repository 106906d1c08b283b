// Splits the text of a CSV file into records, by RFC 4180: a field in double quotes may hold
// commas, line breaks and "". Throws UsageError, with file and line, for a text that breaks off or
// is quoted wrongly.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace course {

class CsvRecords {
 public:
  // `text` must outlive this; `path` is used in messages only. A byte order mark is skipped.
  CsvRecords(const std::string& text, std::string path);

  bool at_end() const { return at_ == text_.size(); }
  std::size_t line() const { return line_; }  // from 1

  // True if a comment comes next: a line that begins with '#', or with its first field.
  bool at_comment() const;
  // The comment without '#', blanks and the commas that a spreadsheet adds.
  std::string next_comment();

  std::vector<std::string> next_record();

 private:
  bool is(char c) const { return !at_end() && text_[at_] == c; }
  std::string plain_field();
  std::string quoted_field();
  [[noreturn]] void fail(const std::string& what) const;

  const std::string& text_;
  std::string path_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace course
