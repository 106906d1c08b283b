// See functions.h.
#include "functions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace {

bool has_word_between(const SourceText& source, std::size_t begin, std::size_t end,
                      std::string_view word) {
  for (std::size_t i = begin; i < end; ++i) {
    if (source.has_word(i, word)) return true;
  }
  return false;
}

// The position behind the bracket that closes the one at `opening`; `end` if none does.
std::size_t behind_bracket(const SourceText& source, std::size_t opening, std::size_t end,
                           char open, char close) {
  int depth = 0;
  for (std::size_t i = opening; i < end; ++i) {
    if (!source.is_code(i)) continue;
    if (source[i] == open) ++depth;
    const bool is_arrow = close == '>' && source[i - 1] == '-';
    if (source[i] == close && !is_arrow && --depth == 0) return i + 1;
  }
  return end;
}

// Where the text [begin, end) goes on behind its template<...>.
std::size_t behind_template(const SourceText& source, std::size_t begin, std::size_t end) {
  begin = source.skip_space(begin);
  while (begin < end && source.has_word(begin, "template")) {
    const std::size_t bracket = source.skip_space(begin + 8);
    if (bracket >= end || source[bracket] != '<') break;
    begin = source.skip_space(behind_bracket(source, bracket, end, '<', '>'));
  }
  return begin;
}

// The position of the parenthesis before a function's parameters, or `end` if [begin, end) names no
// function. Attributes have parentheses too.
std::size_t parameters_of(const SourceText& source, std::size_t begin, std::size_t end) {
  constexpr std::array attributes{"__launch_bounds__", "__align__", "alignas",  "__attribute__",
                                  "decltype",          "noexcept",  "requires", "explicit"};
  for (std::size_t i = begin; i < end; ++i) {
    if (!source.is_code(i) || source[i] != '(') continue;
    const std::size_t word = source.word_start(source.skip_space_backwards(i));
    const bool is_attribute = std::any_of(attributes.begin(), attributes.end(),
                                          [&](auto name) { return source.has_word(word, name); });
    if (!is_attribute) return i;
    i = behind_bracket(source, i, end, '(', ')') - 1;
  }
  return end;
}

// What the text between a statement's end and the brace at `brace` begins: a function, or something
// that may hold functions. Returns whether it is a function.
bool read_head(const SourceText& source, std::size_t begin, std::size_t brace, Function& function) {
  begin = behind_template(source, begin, brace);
  const std::size_t parameters = parameters_of(source, begin, brace);
  if (parameters == brace) return false;
  for (const char* word : {"namespace", "struct", "class", "union", "enum"}) {
    if (source.has_word(begin, word) && source[source.skip_space_backwards(brace) - 1] != ')') {
      return false;
    }
  }
  function = {};
  function.head = begin;
  function.body = brace;
  const std::size_t name_end = source.skip_space_backwards(parameters);
  const std::size_t name = source.word_start(name_end);
  function.is_member = source.has(source.skip_space_backwards(name) - 1, ":");
  if (name >= begin) function.name = source.text().substr(name, name_end - name);
  function.on_device = has_word_between(source, begin, brace, "__global__") ||
                       has_word_between(source, begin, brace, "__device__");
  function.on_host = !function.on_device || has_word_between(source, begin, brace, "__host__");
  return true;
}

std::size_t end_of_directive(const SourceText& source, std::size_t begin) {
  std::size_t end = begin;
  do {
    end = std::min(source.text().find('\n', end + 1), source.size());
  } while (end < source.size() && source[end - 1] == '\\');
  return end;
}

}  // namespace

std::vector<Function> functions_of(const SourceText& source) {
  std::vector<Function> functions;
  std::size_t statement = 0;  // where what we are in began
  std::vector<bool> around;   // for each brace around us whether it is a class's
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is_code(i)) continue;
    const char c = source[i];
    if (c == '#') {
      i = end_of_directive(source, i);
      statement = i;
    } else if (c == '(') {
      // A brace or semicolon between parentheses begins nothing.
      i = behind_bracket(source, i, source.size(), '(', ')') - 1;
    } else if (c == '{') {
      Function function;
      if (read_head(source, statement, i, function)) {
        function.end = behind_bracket(source, i, source.size(), '{', '}');
        i = function.end - 1;
        const bool in_class = std::find(around.begin(), around.end(), true) != around.end();
        function.is_member = function.is_member || in_class;
        functions.push_back(function);
      } else {
        const std::size_t head = behind_template(source, statement, i);
        around.push_back(source.has_word(head, "struct") || source.has_word(head, "class") ||
                         source.has_word(head, "union"));
      }
      statement = i + 1;
    } else if (c == ';' || c == '}') {
      if (c == '}' && !around.empty()) around.pop_back();
      statement = i + 1;
    }
  }
  return functions;
}

bool is_in_directive(const SourceText& source, std::size_t position) {
  std::size_t line = source.text().rfind('\n', position);
  while (line != std::string::npos && line > 0 && source[line - 1] == '\\') {
    line = source.text().rfind('\n', line - 1);
  }
  const std::size_t first = source.skip_space(line == std::string::npos ? 0 : line + 1);
  return first <= position && first < source.size() && source[first] == '#';
}
