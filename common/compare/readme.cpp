#include "common/compare/readme.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "common/compare/markers.h"
#include "common/compare/render.h"
#include "common/compare/table.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course::compare {
namespace {

namespace fs = std::filesystem;

// The path without links and "..", so that two of them can be compared.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::absolute(path, error);
  if (!error) result = fs::weakly_canonical(result, error);
  if (error) throw UsageError(path.string() + ": " + error.message());
  return result;
}

fs::path folder_of(const std::string& file) { return real_path(file).parent_path(); }

// The folder that holds .git (a file in a worktree), or the README's own where there is none.
fs::path git_root(const std::string& readme) {
  const fs::path start = folder_of(readme);
  for (fs::path folder = start;; folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::exists(folder / ".git", ignored)) return folder;
    if (folder == folder.parent_path()) return start;
  }
}

bool leaves_its_base(const fs::path& relative) {
  return relative.empty() || *relative.begin() == "..";
}

// A link by which a reader finds the result file from the README, where both are in the repository.
std::string link_to(const std::string& csv, const std::string& readme, const fs::path& root) {
  const fs::path file = real_path(csv);
  const fs::path from_root = file.lexically_relative(real_path(root));
  if (leaves_its_base(from_root)) return escape_markdown(file.filename().string());
  return "[" + escape_markdown(from_root.generic_string()) + "](<" +
         file.lexically_relative(folder_of(readme)).generic_string() + ">)";
}

// The comments that say where a file's numbers come from: device, driver, toolkit, date, commit.
// Only those of devices that have a row in the table.
std::string provenance_of(const ResultFile& file, const Filter& filter) {
  const auto names_a_device = [&](const std::string& comment) {
    return std::any_of(file.rows.begin(), file.rows.end(), [&](const Row& row) {
      return filter.matches(row) && comment.find(row.device) != std::string::npos;
    });
  };
  std::string text;
  for (const std::string& comment : file.provenance) {
    if (comment.rfind("device:", 0) != 0 || !names_a_device(comment)) continue;
    // A recording names driver, toolkit, date and commit; to that a lesson's own comment adds
    // nothing.
    const bool adds = text.empty() || comment.find(", commit ") != std::string::npos;
    if (adds && text.find(comment) == std::string::npos) {
      text += (text.empty() ? ": " : "; ") + comment;
    }
  }
  return escape_markdown(text);
}

std::vector<std::string> files_of(const Marker& marker, const ReadmeOptions& options,
                                  const fs::path& root) {
  if (options.csv) return {*options.csv};
  std::vector<std::string> files;
  for (const std::string& file : marker.files) files.push_back((root / file).string());
  return files;
}

// A marker's tables, and the line that says where they come from.
std::string table_text(const Marker& marker, const std::string& readme,
                       const ReadmeOptions& options) {
  const std::string place = readme + ":" + std::to_string(marker.line) + ": ";
  const fs::path root = options.root ? fs::path(*options.root) : git_root(readme);
  ResultFile all;
  std::string sources;
  for (const std::string& path : files_of(marker, options, root)) {
    const ResultFile file = read_results(path);
    all.rows.insert(all.rows.end(), file.rows.begin(), file.rows.end());
    all.path += (all.path.empty() ? "" : ", ") + path;
    sources += (sources.empty() ? "From " : ", and from ") + link_to(path, readme, root) +
               provenance_of(file, marker.query.filter);
  }
  if (all.path.empty())
    throw UsageError(place + "no result file: name one in the marker by file= or as an argument");
  std::vector<Table> tables;
  try {
    tables = make_tables(all, marker.query);
  } catch (const UsageError& error) {
    throw UsageError(place + error.what());
  }
  const std::string text = "\n" + render_markdown(tables) + "\n" + sources + ".\n\n";
  if (!marker.carriage_returns) return text;
  std::string with_returns;
  for (char c : text) with_returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return with_returns;
}

// A file that is deleted again unless it was renamed to its final name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : path_(target.string() + ".XXXXXX") {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw UsageError(target.string() + ": " + std::strerror(errno));
    close(descriptor);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The first line in which two texts differ, from each.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  const std::vector<std::string> lines_a = split(a, '\n');
  const std::vector<std::string> lines_b = split(b, '\n');
  std::size_t i = 0;
  while (i < lines_a.size() && i < lines_b.size() && lines_a[i] == lines_b[i]) ++i;
  const auto line = [&](const std::vector<std::string>& lines) {
    return i < lines.size() ? printable(lines[i]) : std::string("(nothing)");
  };
  return {line(lines_a), line(lines_b)};
}

}  // namespace

std::string updated_readme(const std::string& readme, const ReadmeOptions& options) {
  const std::string text = read_text(readme);
  std::string result;
  std::size_t copied = 0;
  for (const Marker& marker : find_markers(text, readme)) {
    result += text.substr(copied, marker.body_begin - copied);
    result += table_text(marker, readme, options);
    copied = marker.body_end;
  }
  return result + text.substr(copied);
}

void replace_file(const std::string& path, const std::string& text) {
  if (read_text(path) == text) return;
  // A link stays a link: the file behind it is replaced.
  const fs::path target = real_path(path);
  const TemporaryFile temporary(target);
  std::ofstream stream(temporary.path(), std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw UsageError(path + ": cannot be written");
  std::error_code error;
  const fs::perms permissions = fs::status(target, error).permissions();
  if (!error) fs::permissions(temporary.path(), permissions, error);
  if (!error) fs::rename(temporary.path(), target, error);
  if (error) throw UsageError(path + ": cannot be replaced: " + error.message());
}

std::vector<Difference> check_readme(const std::string& readme, const ReadmeOptions& options) {
  const std::string text = read_text(readme);
  std::vector<Difference> differences;
  for (const Marker& marker : find_markers(text, readme)) {
    const std::string is = text.substr(marker.body_begin, marker.body_end - marker.body_begin);
    const std::string expected = table_text(marker, readme, options);
    if (is == expected) continue;
    const auto [is_line, expected_line] = first_difference(is, expected);
    differences.push_back({readme + ":" + std::to_string(marker.line) + ": table" +
                               (marker.name.empty() ? "" : " " + marker.name),
                           is_line, expected_line});
  }
  return differences;
}

}  // namespace course::compare
