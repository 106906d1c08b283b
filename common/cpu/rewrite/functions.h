// Where the functions of a source text are.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "source_text.h"

struct Function {
  std::string name;        // without namespaces; empty for operators and the like
  std::size_t head = 0;    // where its declaration begins
  std::size_t body = 0;    // of the brace that opens its body
  std::size_t end = 0;     // of the brace that closes it
  bool on_device = false;  // __global__ or __device__
  bool on_host = true;     // neither, or __host__ as well
  bool is_member = false;

  bool contains(std::size_t position) const { return body <= position && position < end; }
};

// The functions that are not inside another one, in the order of the text.
std::vector<Function> functions_of(const SourceText& source);

// Whether `position` belongs to a line for the preprocessor.
bool is_in_directive(const SourceText& source, std::size_t position);
