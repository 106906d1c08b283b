// A .cu file and the headers that it includes in quotes, rewritten. A header that has something to
// rewrite is copied, and so is each that leads to it; what includes it then includes the copy.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "edits.h"
#include "functions.h"

class SourceTree {
 public:
  using Path = std::filesystem::path;

  struct Settings {
    Path source;
    Path output;
    std::vector<Path> include_folders;  // as the compiler gets them
    std::vector<Path> roots;            // headers elsewhere are not looked at
  };

  // Reads and rewrites everything. Throws Unreadable.
  explicit SourceTree(Settings settings);

  // Writes the output, and the copies into a folder beside it. Throws Unreadable.
  void write() const;
  // What nvcc would refuse and g++ compiles, with file and line, each a line of text.
  std::string errors() const;
  // What make needs to know: the output depends on all files that were read.
  void write_dependencies(const Path& file) const;

  struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

 private:
  struct Include {
    std::size_t begin = 0;  // of the name in its quotes
    std::size_t end = 0;
    Path file;
    bool beside = false;  // found in the folder of the includer
  };
  struct File {
    explicit File(std::string text) : text(std::move(text)) {}
    SourceText text;
    std::vector<Function> functions;
    Edits edits;
    std::vector<Include> includes;
    bool is_copied = false;
  };

  void read(const Path& path);
  std::vector<Include> includes_of(const SourceText& text, const Path& path) const;
  Path copy_of(const Path& header) const;
  std::string rewritten(const Path& path) const;

  Settings settings_;
  std::map<Path, File> files_;
};
