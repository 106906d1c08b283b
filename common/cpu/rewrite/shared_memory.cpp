// See shared_memory.h.
#include "shared_memory.h"

#include <algorithm>
#include <string>

namespace {

constexpr const char* kAlignments[] = {"__align__", "alignas"};

const Function* function_around(const std::vector<Function>& functions, std::size_t position) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& f) { return f.contains(position); });
  return found != functions.end() ? &*found : nullptr;
}

// The position behind the word at `position`, and behind its parentheses if it is an alignment.
std::size_t behind_specifier(const SourceText& source, std::size_t position) {
  bool is_alignment = false;
  for (const char* word : kAlignments) is_alignment |= source.has_word(position, word);
  while (position < source.size() && is_word_character(source[position])) ++position;
  if (!is_alignment) return position;
  const std::size_t open = source.skip_space(position);
  int depth = 0;
  for (std::size_t i = open; i < source.size(); ++i) {
    if (!source.is_code(i)) continue;
    if (source[i] == '(') ++depth;
    if (source[i] == ')' && --depth <= 0) return i + 1;
  }
  throw Problem(position, "an alignment without its parenthesis");
}

struct ExternArray {
  std::size_t begin = 0;
  std::size_t end = 0;  // of the semicolon
  std::string name;
  std::string type;  // of an element
  std::string declaration() const {
    return "[[maybe_unused]] auto* const " + name + " = ::course::cpu::dynamic_shared<" + type +
           ">()";
  }
};

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// Reads the declaration that begins at `at`, the position of extern or of the __shared__ before it.
// False if it is none of shared memory.
bool read_extern_array(const SourceText& source, std::size_t at, ExternArray& array) {
  bool is_shared = false, is_extern = false;
  std::size_t type = at;
  for (;;) {
    const std::size_t next = behind_specifier(source, type);
    const bool alignment =
        source.has_word(type, kAlignments[0]) || source.has_word(type, kAlignments[1]);
    if (source.has_word(type, "extern")) {
      is_extern = true;
    } else if (source.has_word(type, "__shared__")) {
      is_shared = true;
    } else if (!alignment) {
      break;
    }
    type = source.skip_space(next);
  }
  if (!is_extern) return false;
  std::size_t end = type, bracket = 0;
  for (; end < source.size() && !source.has(end, ";"); ++end) {
    if (source.has_word(end, "__shared__")) is_shared = true;
    if (!is_shared && (source.has(end, "(") || source.has(end, "{"))) return false;
    if (bracket == 0 && source.has(end, "[")) bracket = end;
    if (bracket != 0 && source.has(end, ",")) {
      throw Problem(end, "several extern __shared__ arrays in one declaration; write one for each");
    }
  }
  if (!is_shared) return false;
  if (bracket == 0 || end == source.size()) {
    throw Problem(at, "an extern __shared__ that is no array");
  }
  const std::size_t name_end = source.skip_space_backwards(bracket);
  const std::size_t name = source.word_start(name_end);
  const std::size_t close = source.text().find(']', bracket);
  array = {at, end, source.text().substr(name, name_end - name), ""};
  // The type may have the other words within: extern float __shared__ x[].
  for (std::size_t i = type; i < name;) {
    const bool specifier = source.has_word(i, "__shared__") || source.has_word(i, kAlignments[0]) ||
                           source.has_word(i, kAlignments[1]);
    const std::size_t next = specifier ? behind_specifier(source, i) : i + 1;
    if (!specifier && source.is_code(i)) array.type += source[i];
    i = next;
  }
  array.type += source.text().substr(close + 1, end - close - 1);  // the rows' length, if any
  array.type = in_one_line(array.type);
  return true;
}

bool uses(const SourceText& source, std::size_t begin, std::size_t end, const std::string& word) {
  for (std::size_t i = begin; i < end; ++i) {
    if (source.has_word(i, word)) return true;
  }
  return false;
}

void rewrite_extern_array(const SourceText& source, const ExternArray& array,
                          const std::vector<Function>& functions, Edits& edits) {
  if (function_around(functions, array.begin) != nullptr || is_in_directive(source, array.begin)) {
    replace_keeping_lines(source, array.begin, array.end, array.declaration(), edits);
    return;
  }
  replace_keeping_lines(source, array.begin, array.end + 1, "", edits);
  for (const Function& function : functions) {
    if (function.body < array.end || !function.on_device) continue;
    if (uses(source, function.head, function.body, array.name)) continue;  // a parameter's name
    if (!uses(source, function.body, function.end, array.name)) continue;
    const std::size_t inside = function.body + 1;
    edits.push_back({inside, inside, array.declaration() + ";"});
  }
}

// `at` is the position of __shared__. One variable in a function is put between guards; what is
// written in another way stays a plain variable.
void rewrite_variable(const SourceText& source, std::size_t at,
                      const std::vector<Function>& functions, Edits& edits) {
  std::size_t begin = at;
  const std::size_t before = source.skip_space_backwards(at);
  const std::size_t word = source.word_start(before);
  const bool is_static = source.has_word(word, "static");
  if (is_static) begin = word;
  if (!is_static && word != before) return;
  if (function_around(functions, at) == nullptr && !is_in_directive(source, at)) return;
  std::size_t type = source.skip_space(at + 10);
  for (const char* alignment : kAlignments) {
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

}  // namespace

void rewrite_shared_memory(const SourceText& source, const std::vector<Function>& functions,
                           Edits& edits) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool is_extern = source.has_word(i, "extern");
    if (!is_extern && !source.has_word(i, "__shared__")) continue;
    ExternArray array;
    if (read_extern_array(source, i, array)) {
      rewrite_extern_array(source, array, functions, edits);
      i = array.end;
    } else if (!is_extern) {
      rewrite_variable(source, i, functions, edits);
    }
  }
}
