#include "common/compare/csv.h"

#include "common/compare/format.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>

namespace course::compare {

const char* const kHeader =
    "lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,"
    "bytes,gb_per_s,ceiling_percent,speedup,global_atomics,shared_atomics,longest_queue,"
    "workspace_bytes,status";

namespace {

constexpr std::size_t kFields = 22;

// A record may span lines where a quoted field holds a line break.
struct Record {
  std::vector<std::string> fields;
  std::size_t line = 0;
};

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

// Turns the fields of one record into typed values and names the column that does not fit.
class FieldReader {
 public:
  FieldReader(const Record& record, const std::string& path) : record_(record), path_(path) {}

  std::string text(const char* column) {
    column_ = column;
    return record_.fields[next_++];
  }

  std::string required(const char* column) {
    std::string value = text(column);
    if (value.empty()) fail("is empty");
    return value;
  }

  std::optional<std::uint64_t> count(const char* column) {
    const std::string value = text(column);
    if (value.empty()) return std::nullopt;
    const std::optional<std::uint64_t> result = parse_whole(value);
    if (!result) fail("is not a whole number of at most 64 bits: " + value);
    return result;
  }

  std::optional<double> number(const char* column) {
    const std::string value = text(column);
    if (value.empty()) return std::nullopt;
    // Streams also take hexadecimal; a result file has decimal digits and a '.' only.
    const bool decimal = value.find_first_not_of("0123456789.eE+-") == std::string::npos;
    std::istringstream stream(value);
    stream.imbue(std::locale::classic());
    double result = 0;
    if (!decimal || !(stream >> result) || stream.peek() != EOF) fail("is not a number: " + value);
    if (result < 0) fail("is negative: " + value);
    return result;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_, record_.line, std::string(column_) + " " + what);
  }

 private:
  const Record& record_;
  const std::string& path_;
  const char* column_ = "";
  std::size_t next_ = 0;
};

Status parse_status(const std::string& word, const FieldReader& reader) {
  for (Status status :
       {Status::ok, Status::failed, Status::expected_failure, Status::not_applicable})
    if (word == status_text(status)) return status;
  reader.fail("is none of ok, failed, expected_failure, not_applicable: " + word);
}

Row to_row(const Record& record, const std::string& path) {
  if (record.fields.size() != kFields) {
    throw InputError(
        path, record.line,
        std::to_string(record.fields.size()) + " fields instead of " + std::to_string(kFields));
  }
  FieldReader field(record, path);
  Row row;
  row.lesson = field.required("lesson");
  row.variant = field.required("variant");
  row.backend = field.required("backend");
  if (row.backend != "cuda" && row.backend != "cpu")
    field.fail("is neither cuda nor cpu: " + row.backend);
  row.device = field.required("device");
  const std::optional<std::uint64_t> n = field.count("n");
  if (!n) field.fail("is empty");
  row.n = *n;
  row.type = field.required("type");
  row.bins = field.count("bins");
  row.workload = field.text("workload");
  row.cache = field.text("cache");
  row.median_ms = field.number("median_ms");
  if (row.median_ms && *row.median_ms == 0) field.fail("is zero; no kernel takes no time");
  row.min_ms = field.number("min_ms");
  row.iqr_ms = field.number("iqr_ms");
  row.iterations = field.count("iterations");
  row.bytes = field.count("bytes");
  row.gb_per_s = field.number("gb_per_s");
  row.ceiling_percent = field.number("ceiling_percent");
  row.speedup = field.number("speedup");
  row.global_atomics = field.count("global_atomics");
  row.shared_atomics = field.count("shared_atomics");
  row.longest_queue = field.count("longest_queue");
  row.workspace_bytes = field.count("workspace_bytes");
  const std::string status = field.text("status");
  row.status = parse_status(status, field);
  return row;
}

}  // namespace

std::string status_text(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::failed:
      return "failed";
    case Status::expected_failure:
      return "expected_failure";
    case Status::not_applicable:
      return "not_applicable";
  }
  return "failed";
}

ResultFile parse_results(const std::string& text, const std::string& path) {
  ResultFile file;
  file.path = path;
  if (text.empty()) throw InputError(path, 1, "empty file");
  Scanner scanner(text, path);
  bool header_seen = false;
  while (!scanner.at_end()) {
    if (scanner.at("#")) {
      // Comments before a repeated header belong to a run that was appended.
      const std::string line = scanner.next_line();
      const std::size_t start = line.find_first_not_of("# \t");
      if (start != std::string::npos) file.provenance.push_back(line.substr(start));
    } else if (!header_seen) {
      const std::size_t line = scanner.line();
      if (scanner.next_line() != kHeader)
        throw InputError(path, line, "not a result file: the header of the lessons is missing");
      header_seen = true;
    } else if (scanner.at("lesson,")) {
      // A lesson's output that was appended by cat repeats the header.
      const std::size_t line = scanner.line();
      if (scanner.next_line() != kHeader) throw InputError(path, line, "a different header");
    } else {
      const Record record = scanner.next_record();
      if (record.fields.size() == 1 && record.fields.front().empty())
        throw InputError(path, record.line, "empty line");
      file.rows.push_back(to_row(record, path));
    }
  }
  if (!header_seen) throw InputError(path, scanner.line(), "no header");
  if (file.rows.empty()) throw InputError(path, scanner.line(), "no rows after the header");
  return file;
}

std::string read_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path + ": is a folder");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path + ": cannot be opened: " + std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  // An empty file sets failbit on `text`; only a failed read sets badbit on `stream`.
  if (stream.bad()) throw InputError(path + ": cannot be read");
  return text.str();
}

ResultFile read_results(const std::string& path) { return parse_results(read_text(path), path); }

}  // namespace course::compare
