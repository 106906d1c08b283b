// Reads the course's CSV files: comments, a header that is known, and records by RFC 4180.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace course::compare {

/// What is wrong with the input, as "file:line: what is wrong". The program prints it and exits 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
  InputError(const std::string& path, std::size_t line, const std::string& message)
      : std::runtime_error(path + ":" + std::to_string(line) + ": " + message) {}
};

/// A record may span lines where a quoted field holds a line break.
struct Record {
  std::vector<std::string> fields;
  std::size_t line = 0;
};

/// Turns the fields of one record, in their order, into values. Throws InputError with the name of
/// the column whose field does not fit.
class FieldReader {
 public:
  FieldReader(const Record& record, const std::string& path) : record_(record), path_(path) {}

  std::string text(const char* column);
  std::string required(const char* column);

  /// Digits only, at most 64 bits.
  std::optional<std::uint64_t> count(const char* column);
  std::uint64_t required_count(const char* column);

  /// A plain decimal such as 0.25, which is 0 or lies between 1e-9 and 1e15.
  std::optional<double> number(const char* column);
  /// The same without 0, as no kernel takes no time.
  std::optional<double> positive(const char* column);
  double required_positive(const char* column);

  [[noreturn]] void fail(const std::string& what) const;
  /// The same with the field's value, shortened.
  [[noreturn]] void fail(const std::string& what, const std::string& value) const;

 private:
  const Record& record_;
  const std::string& path_;
  const char* column_ = "";
  std::size_t next_ = 0;
};

/// Calls `take` for each record, which has as many fields as the header, and returns the comment
/// lines without their '#'. `kind` names such a file in messages. Throws InputError for a text that
/// is something else, or half of one, or has no record.
std::vector<std::string> parse_records(const std::string& text, const std::string& path,
                                       const std::string& header, const std::string& kind,
                                       const std::function<void(FieldReader&)>& take);

/// Reads a whole file; throws InputError for anything but a regular file.
std::string read_text(const std::string& path);

}  // namespace course::compare
