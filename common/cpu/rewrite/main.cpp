// Turns the two things in a .cu file that a C++ compiler cannot read into C++:
//
//   kernel<<<grid, block, shared, stream>>>(arguments)
//       becomes COURSE_CPU_KERNEL(kernel) ->* ::course::cpu::configure(grid, ...)(arguments)
//   extern __shared__ T name[];
//       becomes auto* const name = ::course::cpu::dynamic_shared<T>();
//
// Everything else is left as it is, line by line, and #line keeps messages on the learner's file.
// Usage: cpu_rewrite INPUT OUTPUT. Exit status 1 and a message with the line if it fails.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "source_text.h"

namespace {

struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
};

struct Problem : std::runtime_error {
  Problem(std::size_t position, const std::string& what)
      : std::runtime_error(what), position(position) {}
  std::size_t position;
};

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

// Two edits: around the kernel's name, and around the configuration.
void rewrite_launch(const SourceText& source, std::size_t at, std::vector<Edit>& edits) {
  const std::size_t start = kernel_start(source, at);
  const std::size_t end = configuration_end(source, at + 3);
  const std::size_t arguments = source.skip_space(end + 3);
  if (arguments >= source.size() || source[arguments] != '(') {
    throw Problem(end, "a launch without arguments in parentheses");
  }
  edits.push_back({start, start, "COURSE_CPU_KERNEL("});
  edits.push_back({at, at + 3, ") ->* ::course::cpu::configure("});
  edits.push_back({end, end + 3, ")"});
}

// `at` is the position of extern. Returns false if this is no extern __shared__ array.
bool rewrite_extern_shared(const SourceText& source, std::size_t at, std::vector<Edit>& edits) {
  std::size_t type = source.skip_space(at + 6);
  if (!source.has_word(type, "__shared__")) return false;
  type = source.skip_space(type + 10);
  for (const char* word : {"__align__", "alignas"}) {
    if (!source.has_word(type, word)) continue;
    const std::size_t close = source.text().find(')', type);
    if (close == std::string::npos) throw Problem(type, "an alignment without its parenthesis");
    type = source.skip_space(close + 1);
  }
  std::size_t end = type;
  while (end < source.size() && !source.has(end, ";")) ++end;
  const std::size_t bracket = source.text().find('[', type);
  if (end == source.size() || bracket > end) {
    throw Problem(at, "an extern __shared__ that is no array");
  }
  const std::size_t name_end = source.skip_space_backwards(bracket);
  const std::size_t name = source.word_start(name_end);
  const std::string text = source.text().substr(at, end - at);
  const std::string lines(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
                          '\n');
  std::string type_text = source.text().substr(type, name - type);
  std::replace(type_text.begin(), type_text.end(), '\n', ' ');
  edits.push_back({at, end,
                   "[[maybe_unused]] auto* const " + source.text().substr(name, name_end - name) +
                       " = ::course::cpu::dynamic_shared<" + type_text + ">()" + lines});
  return true;
}

// Whether `at` lies in the body of a function: there the nearest brace around it follows a
// parenthesis, a statement or a word like else, and not the name of a namespace or class.
bool is_in_function(const SourceText& source, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (!source.is_code(i)) continue;
    if (source[i] == '}') ++depth;
    if (source[i] != '{' || depth-- > 0) continue;
    const std::size_t before = source.skip_space_backwards(i);
    if (before == 0) return false;
    const char last = source[before - 1];
    if (last == ')' || last == ';' || last == '{' || last == '}') return true;
    const std::size_t word = source.word_start(before);
    return source.has_word(word, "else") || source.has_word(word, "do") ||
           source.has_word(word, "const") || source.has_word(word, "noexcept");
  }
  return false;
}

// `at` is the position of __shared__. One variable in a function is put between guards; what is
// written in another way stays a plain variable.
void rewrite_shared(const SourceText& source, std::size_t at, std::vector<Edit>& edits) {
  std::size_t begin = at;
  const std::size_t before = source.skip_space_backwards(at);
  const std::size_t word = source.word_start(before);
  const bool is_static = source.has_word(word, "static");
  if (is_static) begin = word;
  if ((!is_static && word != before) || !is_in_function(source, at)) return;
  std::size_t type = source.skip_space(at + 10);
  for (const char* alignment : {"__align__", "alignas"}) {
    if (source.has_word(type, alignment)) return;
  }
  std::size_t end = type, name_end = 0;
  int depth = 0;
  for (; end < source.size() && !source.has(end, ";"); ++end) {
    if (!source.is_code(end)) continue;
    const char c = source[end];
    if (c == '[' && depth == 0 && name_end == 0) name_end = source.skip_space_backwards(end);
    if (c == '<' || c == '[' || c == '(') ++depth;
    if (c == '>' || c == ']' || c == ')') --depth;
    if (depth == 0 && (c == ',' || c == '=' || c == '{')) return;
  }
  if (end == source.size() || depth != 0) return;
  if (name_end == 0) name_end = source.skip_space_backwards(end);
  const std::size_t name = source.word_start(name_end);
  const std::size_t type_end = source.skip_space_backwards(name);
  if (name == name_end || type_end <= type) return;
  const std::string variable = source.text().substr(name, name_end - name);
  edits.push_back({begin, type, "static thread_local ::course::cpu::Shared<"});
  edits.push_back({name, name_end, ""});
  edits.push_back({end, end,
                   "> " + variable + "_in_shared_memory; auto& " + variable + " = " + variable +
                       "_in_shared_memory.begin(\"" + variable + "\")"});
}

std::string rewrite(const SourceText& source) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.has(i, "<<<")) {
      rewrite_launch(source, i, edits);
      i += 2;
    } else if (source.has_word(i, "extern")) {
      rewrite_extern_shared(source, i, edits);
    } else if (source.has_word(i, "__shared__")) {
      rewrite_shared(source, i, edits);
    }
  }
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string result;
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    result += source.text().substr(copied, edit.begin - copied) + edit.replacement;
    copied = edit.end;
  }
  return result + source.text().substr(copied);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: cpu_rewrite INPUT OUTPUT\n";
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  if (!input) {
    std::cerr << argv[1] << ": cannot be read\n";
    return 1;
  }
  const SourceText source(std::string(std::istreambuf_iterator<char>(input), {}));
  std::string result;
  try {
    result = rewrite(source);
  } catch (const Problem& problem) {
    std::cerr << argv[1] << ":" << source.line_of(problem.position) << ": error: " << problem.what()
              << "\n";
    return 1;
  }
  std::ofstream output(argv[2], std::ios::binary);
  output << "#line 1 \"" << argv[1] << "\"\n" << result;
  output.close();
  if (!output) {
    std::cerr << argv[2] << ": cannot be written\n";
    return 1;
  }
  return 0;
}
