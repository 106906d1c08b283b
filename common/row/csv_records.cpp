#include "common/row/csv_records.h"

#include <algorithm>

#include "common/row/usage_error.h"

namespace course {
namespace {

constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";
constexpr const char* kHalfWritten = "half-written: the last line does not end";

}  // namespace

CsvRecords::CsvRecords(const std::string& text, std::string path)
    : text_(text), path_(std::move(path)) {
  if (text.rfind(kByteOrderMark, 0) == 0) at_ = 3;
}

bool CsvRecords::at_comment() const {
  return text_.compare(at_, 1, "#") == 0 || text_.compare(at_, 2, "\"#") == 0;
}

std::string CsvRecords::next_comment() {
  std::string comment;
  if (is('"')) {  // a spreadsheet has quoted it, in parts where it holds commas
    for (const std::string& part : next_record()) comment += (comment.empty() ? "" : ",") + part;
  } else {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string::npos) fail(kHalfWritten);
    comment = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
  }
  const std::size_t start = std::min(comment.find_first_not_of("# \t\r"), comment.size());
  return comment.substr(start, comment.find_last_not_of(", \t\r") + 1 - start);
}

std::vector<std::string> CsvRecords::next_record() {
  std::vector<std::string> fields;
  for (;;) {
    fields.push_back(is('"') ? quoted_field() : plain_field());
    if (at_end()) fail(kHalfWritten);
    if (is(',')) {
      ++at_;
      continue;
    }
    if (is('\r')) ++at_;
    if (!is('\n')) fail("text after a closing quote");
    ++at_;
    ++line_;
    return fields;
  }
}

std::string CsvRecords::plain_field() {
  const std::size_t start = at_;
  while (!at_end() && !is(',') && !is('\n') && text_.compare(at_, 2, "\r\n") != 0) {
    if (is('"')) fail("a quote inside a field that is not quoted");
    ++at_;
  }
  return text_.substr(start, at_ - start);
}

std::string CsvRecords::quoted_field() {
  std::string field;
  const std::size_t first_line = line_;
  for (++at_;; ++at_) {
    if (at_end()) throw UsageError(path_, first_line, "a quote is never closed");
    if (is('"')) {
      ++at_;
      if (!is('"')) return field;
    }
    if (is('\n')) ++line_;
    field += text_[at_];
  }
}

void CsvRecords::fail(const std::string& what) const { throw UsageError(path_, line_, what); }

}  // namespace course
