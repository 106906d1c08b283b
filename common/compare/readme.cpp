#include "common/compare/readme.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "common/compare/csv.h"
#include "common/compare/markers.h"
#include "common/compare/model_table.h"
#include "common/compare/render.h"
#include "common/compare/table.h"

namespace course::compare {
namespace {

namespace fs = std::filesystem;

// The path without links and "..", so that two of them can be compared.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::absolute(path, error);
  if (!error) result = fs::weakly_canonical(result, error);
  if (error) throw InputError(path.string() + ": " + error.message());
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

// The comments that say where the numbers come from: device, driver, toolkit, date, commit.
std::string provenance_of(const std::vector<std::string>& comments,
                          const std::function<bool(const std::string&)>& belongs) {
  std::string text;
  for (const std::string& comment : comments) {
    if (comment.rfind("device:", 0) != 0 || !belongs(comment)) continue;
    // A recording names driver, toolkit, date and commit; to that a lesson's own comment adds
    // nothing.
    const bool adds = text.empty() || comment.find(", commit ") != std::string::npos;
    if (adds && text.find(comment) == std::string::npos) {
      text += (text.empty() ? ": " : "; ") + comment;
    }
  }
  return escape_markdown(text);
}

// Tables and their source.
struct Content {
  std::vector<Table> tables;
  std::string csv;
  std::string provenance;
};

Content model_content(const std::string& csv) {
  const ModelFile file = read_model(csv);
  const auto any = [](const std::string&) { return true; };
  return {{make_model_table(file)}, csv, provenance_of(file.provenance, any)};
}

Content result_content(const std::string& csv, const Marker& marker, const std::string& place) {
  const ResultFile file = read_results(csv);
  const auto names_a_device = [&](const std::string& comment) {
    return std::any_of(file.rows.begin(), file.rows.end(), [&](const Row& row) {
      return marker.options.filter.matches(row) && comment.find(row.device) != std::string::npos;
    });
  };
  try {
    return {make_tables(file, marker.options), csv, provenance_of(file.provenance, names_a_device)};
  } catch (const InputError& error) {
    throw InputError(place + error.what());
  }
}

Content content_of(const Marker& marker, const std::string& place, const ReadmeOptions& options,
                   const fs::path& root) {
  if (!marker.model.empty()) return model_content((root / marker.model).string());
  if (!options.csv && marker.file.empty())
    throw InputError(place + "no result file: name one in the marker by file= or as an argument");
  const std::string csv = options.csv ? *options.csv : (root / marker.file).string();
  return result_content(csv, marker, place);
}

std::string table_text(const Marker& marker, const std::string& readme,
                       const ReadmeOptions& options) {
  const std::string place = readme + ":" + std::to_string(marker.line) + ": ";
  const fs::path root = options.root ? fs::path(*options.root) : git_root(readme);
  const Content content = content_of(marker, place, options, root);
  const std::string text = "\n" + render_markdown(content.tables) + "\nFrom " +
                           link_to(content.csv, readme, root) + content.provenance + ".\n\n";
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
    if (descriptor < 0) throw InputError(target.string() + ": " + std::strerror(errno));
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
  if (!stream) throw InputError(path + ": cannot be written");
  std::error_code error;
  const fs::perms permissions = fs::status(target, error).permissions();
  if (!error) fs::permissions(temporary.path(), permissions, error);
  if (!error) fs::rename(temporary.path(), target, error);
  if (error) throw InputError(path + ": cannot be replaced: " + error.message());
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
