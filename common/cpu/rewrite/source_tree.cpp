// See source_tree.h.
#include "source_tree.h"

#include <fstream>
#include <iterator>
#include <optional>

#include "functions.h"
#include "host_uses.h"
#include "launch_bounds.h"
#include "launches.h"
#include "shared_memory.h"

namespace {

namespace fs = std::filesystem;

Edits edits_for(const SourceText& source, const std::vector<Function>& functions) {
  Edits edits;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.has(i, "<<<")) continue;
    rewrite_launch(source, i, edits);
    i += 2;
  }
  rewrite_shared_memory(source, functions, edits);
  rewrite_launch_bounds(source, functions, edits);
  return edits;
}

// The way from `root` to `file`, if that lies below it.
std::optional<fs::path> path_below(const fs::path& root, const fs::path& file) {
  const fs::path below = file.lexically_relative(root);
  if (below.empty() || *below.begin() == "..") return std::nullopt;
  return below;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream output(path, std::ios::binary);
  output << text;
  output.close();
  if (!output) throw SourceTree::Unreadable(path.string() + ": cannot be written");
}

}  // namespace

SourceTree::SourceTree(Settings settings) : settings_(std::move(settings)) {
  read(settings_.source);
  // Whoever includes a copy must be a copy as well.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [path, file] : files_) {
      for (const Include& include : file.includes) {
        if (file.is_copied || !files_.at(include.file).is_copied) continue;
        file.is_copied = changed = true;
      }
    }
  }
}

void SourceTree::read(const Path& path) {
  if (files_.count(path) != 0) return;
  std::ifstream input(path, std::ios::binary);
  if (!input) throw Unreadable(path.string() + ": cannot be read");
  const auto place = files_.emplace(path, std::string(std::istreambuf_iterator<char>(input), {}));
  File& file = place.first->second;
  try {
    file.functions = functions_of(file.text);
    file.edits = edits_for(file.text, file.functions);
  } catch (const Problem& problem) {
    throw Unreadable(path.string() + ":" + std::to_string(file.text.line_of(problem.position)) +
                     ": error: " + problem.what());
  }
  file.is_copied = !file.edits.empty();
  file.includes = includes_of(file.text, path);
  for (const Include& include : file.includes) read(include.file);
}

// The #include "..." lines whose file is found, by the compiler's rules, below one of the roots.
std::vector<SourceTree::Include> SourceTree::includes_of(const SourceText& text,
                                                         const Path& path) const {
  std::vector<Path> folders{path.parent_path(), settings_.source.parent_path()};
  folders.insert(folders.end(), settings_.include_folders.begin(), settings_.include_folders.end());
  std::vector<Include> includes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text.has(i, "#")) continue;
    const std::size_t word = text.skip_space(i + 1);
    if (!text.has_word(word, "include")) continue;
    const std::size_t quote = text.skip_space(word + 7);
    if (quote >= text.size() || text[quote] != '"') continue;
    const std::size_t end = text.text().find_first_of("\"\n", quote + 1);
    if (end == std::string::npos || text[end] != '"') continue;
    const std::string name = text.text().substr(quote + 1, end - quote - 1);
    for (const Path& folder : folders) {
      const Path file = (folder / name).lexically_normal();
      if (!fs::is_regular_file(file)) continue;
      for (const Path& root : settings_.roots) {
        if (!path_below(root, file)) continue;
        includes.push_back({quote + 1, end, file, folder == folders.front()});
        break;
      }
      break;
    }
  }
  return includes;
}

SourceTree::Path SourceTree::copy_of(const Path& header) const {
  Path copies = settings_.output;
  copies += ".headers";
  for (std::size_t i = 0; i < settings_.roots.size(); ++i) {
    const auto below = path_below(settings_.roots[i], header);
    if (below) return copies / std::to_string(i) / *below;
  }
  return copies / header.filename();  // not reached: only what lies below a root is read
}

std::string SourceTree::rewritten(const Path& path) const {
  const File& file = files_.at(path);
  Edits edits = file.edits;
  for (const Include& include : file.includes) {
    if (files_.at(include.file).is_copied) {
      edits.push_back({include.begin, include.end, copy_of(include.file).string()});
    } else if (include.beside && path != settings_.source) {
      edits.push_back({include.begin, include.end, include.file.string()});
    }
  }
  return "#line 1 \"" + path.string() + "\"\n" + apply(file.text, std::move(edits));
}

void SourceTree::write() const {
  for (const auto& [path, file] : files_) {
    if (!file.is_copied || path == settings_.source) continue;
    const Path copy = copy_of(path);
    fs::create_directories(copy.parent_path());
    write_file(copy, rewritten(path));
  }
  write_file(settings_.output, rewritten(settings_.source));
}

std::string SourceTree::errors() const {
  KnownNames names;
  for (const auto& [path, file] : files_) collect_names(file.text, file.functions, names);
  std::string text;
  for (const auto& [path, file] : files_) {
    for (const HostUse& use : host_uses(file.text, file.functions, names)) {
      text += path.string() + ":" + std::to_string(file.text.line_of(use.position)) +
              ": error: " + use.what + "\n";
    }
  }
  return text;
}

void SourceTree::write_dependencies(const Path& file) const {
  std::string text;
  const auto add = [&](const Path& path) {
    for (const char c : path.string()) {
      if (c == ' ' || c == '#' || c == '\\') text += '\\';
      if (c == '$') text += '$';
      text += c;
    }
  };
  add(settings_.output);
  text += ":";
  for (const auto& [path, read_file] : files_) {
    text += " \\\n  ";
    add(path);
  }
  write_file(file, text + "\n");
}
