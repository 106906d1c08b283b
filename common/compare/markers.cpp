#include "common/compare/markers.h"

#include "common/row/usage_error.h"

namespace course::compare {
namespace {

const std::string kPrefix = "<!-- compare:";
const std::string kSuffix = "-->";

std::string trimmed(const std::string& text) {
  const char* const blanks = " \t\r\n";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(blanks) + 1 - start);
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// Words parted by blanks; blanks inside double quotes do not part, and the quotes fall away.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool started = false;
  for (char c : text) {
    if (c == '"') {
      quoted = !quoted;
      started = true;
    } else if (!quoted && (c == ' ' || c == '\t')) {
      if (started) words.push_back(word);
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (quoted) throw UsageError("a quote is never closed");
  if (started) words.push_back(word);
  return words;
}

void set_marker_option(Marker& marker, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    if (!marker.name.empty()) throw UsageError("two names: " + marker.name + ", " + word);
    marker.name = word;
    return;
  }
  const std::string key = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  if (key != "file") {
    if (!marker.query.set(key, value)) throw UsageError("unknown option: " + key);
    return;
  }
  if (value.empty()) throw UsageError("file: a value is missing");
  marker.files.push_back(value);
}

// ``` or ~~~ at the start of a line opens fenced code, and as long a row of the same closes it.
std::string fence_of(const std::string& line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return "";
  const std::string fence = line.substr(0, line.find_first_not_of(line[0]));
  return fence.size() >= 3 ? fence : "";
}

// Takes the lines of a README one by one. Its errors name no line; the caller knows it.
class MarkerFinder {
 public:
  void take_line(const std::string& raw, std::size_t start, std::size_t number) {
    const std::string line = trimmed(raw);
    const std::string mark = open() ? "" : fence_of(line);
    if (!fence_.empty()) {
      if (mark == line && starts_with(mark, fence_)) fence_.clear();
    } else if (!mark.empty()) {
      fence_ = mark;
    } else if (starts_with(line, kPrefix)) {
      take_marker(line, raw, start, number);
    }
  }

  std::vector<Marker> finish(const std::string& path) {
    if (open()) throw UsageError(path, markers_.back().line, "compare:begin without compare:end");
    if (markers_.empty()) throw UsageError(path + ": no compare:begin marker");
    return std::move(markers_);
  }

 private:
  bool open() const { return !markers_.empty() && markers_.back().body_end == 0; }

  void take_marker(const std::string& line, const std::string& raw, std::size_t start,
                   std::size_t number) {
    if (line.size() < kPrefix.size() + kSuffix.size() ||
        line.compare(line.size() - kSuffix.size(), kSuffix.size(), kSuffix) != 0)
      throw UsageError("the marker does not end with --> on its line");
    const std::vector<std::string> words =
        words_of(line.substr(kPrefix.size(), line.size() - kPrefix.size() - kSuffix.size()));
    if (words == std::vector<std::string>{"end"}) {
      if (!open()) throw UsageError("compare:end without compare:begin");
      markers_.back().body_end = start;
    } else if (!words.empty() && words[0] == "begin") {
      if (open()) throw UsageError("compare:begin inside another table");
      Marker marker;
      marker.line = number;
      marker.body_begin = start + raw.size();
      marker.carriage_returns = raw.size() >= 2 && raw[raw.size() - 2] == '\r';
      marker.query.with_ledger = false;
      for (std::size_t i = 1; i < words.size(); ++i) set_marker_option(marker, words[i]);
      markers_.push_back(marker);
    } else {
      throw UsageError("neither compare:begin nor compare:end");
    }
  }

  std::vector<Marker> markers_;
  std::string fence_;
};

}  // namespace

std::vector<Marker> find_markers(const std::string& text, const std::string& path) {
  MarkerFinder finder;
  std::size_t number = 0;
  try {
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t newline = text.find('\n', start);
      const std::size_t next = newline == std::string::npos ? text.size() : newline + 1;
      ++number;
      finder.take_line(text.substr(start, next - start), start, number);
      start = next;
    }
  } catch (const UsageError& error) {
    throw UsageError(path, number, error.what());
  }
  return finder.finish(path);
}

}  // namespace course::compare
