// See launches.h.
#include "launches.h"

namespace {

// Whether a :: behind `end` begins a name instead of continuing one.
bool is_leading_scope(const SourceText& source, std::size_t end) {
  if (end == 0) return true;
  if (source[end - 1] == '>') return false;
  const std::size_t word = source.word_start(end);
  return word == end || source.has_word(word, "else") || source.has_word(word, "do") ||
         source.has_word(word, "return");
}

// The start of the expression that names the kernel and ends before `end`: a name with its
// namespaces and template arguments, or something in brackets.
std::size_t kernel_start(const SourceText& source, std::size_t end) {
  std::size_t start = source.skip_space_backwards(end);
  for (;;) {
    // One piece: brackets, if any, and the name before them.
    while (start > 0 &&
           (source[start - 1] == '>' || source[start - 1] == ')' || source[start - 1] == ']')) {
      const std::size_t opening = source.opening(start - 1);
      if (opening == std::string::npos) throw Problem(end, "cannot read the kernel's name");
      start = source.skip_space_backwards(opening);
      if (source[opening] == '(') {
        start = opening;
        break;
      }
    }
    start = source.word_start(start);
    // Does another piece lead to it?
    std::size_t before = source.skip_space_backwards(start);
    const std::size_t word = source.word_start(before);
    if (source.has_word(word, "template")) before = source.skip_space_backwards(word);
    const bool scope = before >= 2 && source.has(before - 2, "::");
    const bool arrow = before >= 2 && source.has(before - 2, "->");
    const bool dot = before >= 1 && source.has(before - 1, ".");
    if (!scope && !arrow && !dot) break;
    before -= dot ? 1 : 2;
    const std::size_t piece = source.skip_space_backwards(before);
    if (scope && is_leading_scope(source, piece)) {
      start = before;
      break;
    }
    start = piece;
  }
  if (source.skip_space(start) >= end) throw Problem(end, "a launch without a kernel's name");
  return start;
}

// The position of the >>> that ends the launch configuration beginning at `begin`.
std::size_t configuration_end(const SourceText& source, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < source.size(); ++i) {
    if (!source.is_code(i)) continue;
    const char c = source[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ';' && depth == 0) break;
    if (depth == 0 && source.has(i, ">>>")) return i;
  }
  throw Problem(begin, "<<< without its >>>");
}

// An argument that is NULL and nothing else becomes nullptr. `at` is the position of the
// parenthesis that opens the arguments.
void rewrite_null_arguments(const SourceText& source, std::size_t at, Edits& edits) {
  int depth = 0;
  for (std::size_t i = at; i < source.size(); ++i) {
    if (!source.is_code(i)) continue;
    const char c = source[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return;
    if (depth != 1 || !source.has_word(i, "NULL")) continue;
    const char before = source[source.skip_space_backwards(i) - 1];
    const std::size_t next = source.skip_space(i + 4);
    const char behind = next < source.size() ? source[next] : ' ';
    if ((before == '(' || before == ',') && (behind == ')' || behind == ',')) {
      edits.push_back({i, i + 4, "nullptr"});
    }
  }
}

}  // namespace

// Two edits: around the kernel's name, and around the configuration.
void rewrite_launch(const SourceText& source, std::size_t at, Edits& edits) {
  const std::size_t start = kernel_start(source, at);
  const std::size_t end = configuration_end(source, at + 3);
  const std::size_t arguments = source.skip_space(end + 3);
  if (arguments >= source.size() || source[arguments] != '(') {
    throw Problem(end, "a launch without arguments in parentheses");
  }
  edits.push_back({start, start, "COURSE_CPU_KERNEL("});
  edits.push_back({at, at + 3, ").with(::course::cpu::configure("});
  edits.push_back({end, end + 3, "))"});
  rewrite_null_arguments(source, arguments, edits);
}
