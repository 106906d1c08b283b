// Changes to a source text, and what is said where it cannot be read.
#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "source_text.h"

struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
};
using Edits = std::vector<Edit>;

// The text after all edits, which must not overlap.
std::string apply(const SourceText& source, Edits edits);

// Replaces [begin, end) by `replacement` and as many empty lines as were there, so that what
// follows stays on its line.
void replace_keeping_lines(const SourceText& source, std::size_t begin, std::size_t end,
                           const std::string& replacement, Edits& edits);

struct Problem : std::runtime_error {
  Problem(std::size_t position, const std::string& what)
      : std::runtime_error(what), position(position) {}
  std::size_t position;
};
