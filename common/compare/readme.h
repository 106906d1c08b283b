// Writes the course's tables into a README between its markers, or checks that they are there.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace course::compare {

struct ReadmeOptions {
  std::optional<std::string> csv;   // read instead of the files that file= names
  std::optional<std::string> root;  // what file= is relative to; default: the README's git root
};

// A table that is not what its result file says.
struct Difference {
  std::string place;     // "README.md:12: table NAME"
  std::string is;        // the first line that differs
  std::string expected;  // what it should be
};

// The README's text with every table written anew. Throws UsageError for bad markers, bad result
// files and filters that no row fits.
std::string updated_readme(const std::string& readme, const ReadmeOptions& options);

// Replaces the file at once, by a temporary file beside it, so that a reader or a crash never sees
// half of it. A file that already has this text is not touched.
void replace_file(const std::string& path, const std::string& text);

// The tables of the README that differ from what updated_readme would write.
std::vector<Difference> check_readme(const std::string& readme, const ReadmeOptions& options);

}  // namespace course::compare
