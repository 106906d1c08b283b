#include "common/compare/records.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/compare/format.h"

namespace course::compare {
namespace {

// No measurement lies outside, and the quotient of two numbers inside has a double to hold it.
constexpr double kSmallest = 1e-9;
constexpr double kLargest = 1e15;

// Walks over the text by RFC 4180: fields in double quotes may hold commas, line breaks and "".
class Scanner {
 public:
  Scanner(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  bool at_end() const { return position_ == text_.size(); }
  bool at(const char* word) const { return text_.compare(position_, std::strlen(word), word) == 0; }
  std::size_t line() const { return line_; }

  std::string next_line() {
    std::size_t end = text_.find('\n', position_);
    if (end == std::string::npos) fail_half_written();
    std::string line = text_.substr(position_, end - position_);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    position_ = end + 1;
    ++line_;
    return line;
  }

  Record next_record() {
    Record record;
    record.line = line_;
    for (;;) {
      record.fields.push_back(at('"') ? quoted(record.line) : plain());
      if (at_end()) fail_half_written();
      if (at(',')) {
        ++position_;
        continue;
      }
      if (at('\r')) ++position_;
      if (!at('\n')) throw InputError(path_, line_, "text after a closing quote");
      ++position_;
      ++line_;
      return record;
    }
  }

 private:
  bool at(char c) const { return !at_end() && text_[position_] == c; }

  std::string plain() {
    const std::size_t start = position_;
    while (!at_end() && !at(',') && !at('\n') && !(at('\r') && text_[position_ + 1] == '\n')) {
      if (at('"')) throw InputError(path_, line_, "a quote inside a field that is not quoted");
      ++position_;
    }
    return text_.substr(start, position_ - start);
  }

  std::string quoted(std::size_t first_line) {
    std::string field;
    for (++position_;; ++position_) {
      if (at_end()) throw InputError(path_, first_line, "a quote is never closed");
      if (at('"')) {
        ++position_;
        if (!at('"')) return field;
      }
      if (at('\n')) ++line_;
      field += text_[position_];
    }
  }

  [[noreturn]] void fail_half_written() const {
    throw InputError(path_, line_, "half-written: the last line does not end");
  }

  const std::string& text_;
  const std::string& path_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::string FieldReader::text(const char* column) {
  column_ = column;
  return record_.fields[next_++];
}

std::string FieldReader::required(const char* column) {
  std::string value = text(column);
  if (value.empty()) fail("is empty");
  return value;
}

std::optional<std::uint64_t> FieldReader::count(const char* column) {
  const std::string value = text(column);
  if (value.empty()) return std::nullopt;
  const std::optional<std::uint64_t> result = parse_whole(value);
  if (!result) fail("is not a whole number of at most 64 bits", value);
  return result;
}

std::uint64_t FieldReader::required_count(const char* column) {
  const std::optional<std::uint64_t> value = count(column);
  if (!value) fail("is empty");
  return *value;
}

std::optional<double> FieldReader::number(const char* column) {
  const std::string value = text(column);
  if (value.empty()) return std::nullopt;
  const std::optional<double> result = parse_decimal(value);
  if (!result) fail("is not a plain decimal number such as 0.25", value);
  if (*result != 0 && (*result < kSmallest || *result > kLargest)) fail("is out of range", value);
  return result;
}

std::optional<double> FieldReader::positive(const char* column) {
  const std::optional<double> value = number(column);
  if (value && *value == 0) fail("is zero");
  return value;
}

double FieldReader::required_positive(const char* column) {
  const std::optional<double> value = positive(column);
  if (!value) fail("is empty");
  return *value;
}

void FieldReader::fail(const std::string& what) const {
  throw InputError(path_, record_.line, std::string(column_) + " " + what);
}

void FieldReader::fail(const std::string& what, const std::string& value) const {
  constexpr std::size_t kShown = 40;
  fail(what + ": " + (value.size() > kShown ? value.substr(0, kShown) + "..." : value));
}

std::vector<std::string> parse_records(const std::string& text, const std::string& path,
                                       const std::string& header, const std::string& kind,
                                       const std::function<void(FieldReader&)>& take) {
  if (text.empty()) throw InputError(path, 1, "empty file");
  const auto fields = static_cast<std::size_t>(std::count(header.begin(), header.end(), ',')) + 1;
  const std::string first_column = header.substr(0, header.find(',') + 1);
  std::vector<std::string> comments;
  Scanner scanner(text, path);
  bool header_seen = false;
  bool record_seen = false;
  while (!scanner.at_end()) {
    const std::size_t line = scanner.line();
    if (scanner.at("#")) {
      // Comments before a repeated header belong to a run that was appended.
      const std::string comment = scanner.next_line();
      const std::size_t start = comment.find_first_not_of("# \t");
      if (start != std::string::npos) comments.push_back(comment.substr(start));
    } else if (!header_seen) {
      if (scanner.next_line() != header)
        throw InputError(path, line, "not a " + kind + ": its header is missing");
      header_seen = true;
    } else if (scanner.at(first_column.c_str())) {
      // Output that was appended by cat repeats the header.
      if (scanner.next_line() != header) throw InputError(path, line, "a different header");
    } else {
      const Record record = scanner.next_record();
      const std::size_t found = record.fields.size();
      if (found == 1 && record.fields.front().empty()) throw InputError(path, line, "empty line");
      if (found != fields)
        throw InputError(path, line,
                         std::to_string(found) + " fields instead of " + std::to_string(fields));
      FieldReader reader(record, path);
      take(reader);
      record_seen = true;
    }
  }
  if (!header_seen) throw InputError(path, scanner.line(), "no header");
  if (!record_seen) throw InputError(path, scanner.line(), "no rows after the header");
  return comments;
}

std::string read_text(const std::string& path) {
  // Asked before it is opened: opening a pipe waits for whoever writes into it.
  std::error_code missing;
  const std::filesystem::file_status status = std::filesystem::status(path, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(path + ": is not a regular file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path + ": cannot be opened: " + std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  // An empty file sets failbit on `text`; only a failed read sets badbit on `stream`.
  if (stream.bad()) throw InputError(path + ": cannot be read");
  return text.str();
}

}  // namespace course::compare
