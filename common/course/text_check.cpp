#include "common/course/text_check.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace course {
namespace {

struct Word {
  const char* part;  // of an identifier; "!" at its end: the whole identifier
  const char* why;
};

const char kOnTheDevice[] = "a kernel works where the data lies, and the host sees none of it";

const char kUncounted[] = "work that CUDA's own functions do is counted, and no other";

// The text has no macros, so what is not written here is not compiled.
const Word kRefused[] = {
    {"asm!", "machine code is not looked into"},
    {"__asm", "machine code is not looked into"},
    {"_Pragma!", "it changes how the rest is compiled"},
    {"__attribute", "attributes can hide a kernel from the tests"},
    {"no_sanitize", "it hides a kernel from the tests"},
    {"__tsan", "it speaks to the tool that looks for races"},
    {"__sanitizer", "it speaks to the tool that looks for races"},
    {"AnnotateIgnore", "it speaks to the tool that looks for races"},
    {"cudaMemcpy", kOnTheDevice},
    {"cudaMallocManaged", kOnTheDevice},
    {"cudaMallocHost", kOnTheDevice},
    {"cudaHost", kOnTheDevice},
    {"__managed__", kOnTheDevice},
    {"__atomic_", kUncounted},
    {"__sync_", kUncounted},
    {"__builtin_", kUncounted},
    {"atomic_", kUncounted},
    {"atomic!", kUncounted},
    {"start_counting", "the work is counted by the exercise's own file"},
    {"stop_counting", "the work is counted by the exercise's own file"},
};

// Letters of other alphabets belong to names.
bool is_identifier(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || byte >= 0x80;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The end of the number or identifier that begins at i; i itself where there is none. What belongs
// to a number is the language's own rule, by which 1.e0'0 and 1e+2 are one each: a quote inside
// separates digits; the one behind an identifier, as in L'x', opens a literal.
std::size_t end_of_word(const std::string& text, std::size_t i) {
  const auto at = [&](std::size_t k) { return k < text.size() ? text[k] : '\0'; };
  const bool is_number = is_digit(at(i)) || (at(i) == '.' && is_digit(at(i + 1)));
  if (!is_identifier(at(i)) && !is_number) return i;
  for (++i; i < text.size(); ++i) {
    const char before = text[i - 1];
    const bool is_sign = (at(i) == '+' || at(i) == '-') &&
                         (before == 'e' || before == 'E' || before == 'p' || before == 'P');
    const bool separates = at(i) == '\'' && is_identifier(at(i + 1));
    const bool belongs = is_number && (at(i) == '.' || is_sign || separates);
    if (!is_identifier(at(i)) && !belongs) break;
  }
  return i;
}

// Comments and the insides of quotes become spaces, so that only code is left.
std::string code_of(const std::string& text) {
  std::string code = text;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line = text.compare(i, 2, "//") == 0, block = text.compare(i, 2, "/*") == 0;
    if (quote == 0 && (line || block)) {
      const std::size_t end = line ? text.find('\n', i) : text.find("*/", i + 2);
      const std::size_t stop = end == std::string::npos ? text.size() : end + (line ? 0 : 2);
      for (; i < stop; ++i) code[i] = text[i] == '\n' ? '\n' : ' ';
      --i;
      continue;
    }
    if (const std::size_t end = end_of_word(text, i); quote == 0 && end > i) {
      i = end - 1;
      continue;
    }
    if (quote == 0 && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
    } else if (quote != 0) {
      if (text[i] == quote || text[i] == '\n') quote = 0;
      if (text[i] == '\\' && quote != 0) code[i++] = ' ';
      if (i < text.size() && quote != 0 && text[i] != '\n') code[i] = ' ';
    }
  }
  return code;
}

}  // namespace

std::string fault_of_text(const std::string& name, const std::string& text) {
  int line = 1;
  const auto refuse = [&](const std::string& what, const std::string& why) {
    return name + ":" + std::to_string(line) + ": '" + what +
           "' has no place in an exercise: " + why;
  };
  if (text.find('\0') != std::string::npos) return name + " is no text; UTF-8 is expected";
  for (std::size_t i = text.find('\\'); i != std::string::npos; i = text.find('\\', i + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\v\f", i + 1);
    if (next != std::string::npos && text[next] != '\n') continue;
    line += static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(i), '\n'));
    return refuse("\\", "a line that goes on in the next one hides text");
  }
  const std::string code = code_of(text);
  const bool is_empty =
      std::all_of(code.begin(), code.end(), [](unsigned char c) { return std::isspace(c); });
  if (is_empty) return name + " is empty: it should hold a kernel and its launch";
  bool line_begins = true;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '\n') {
      ++line;
      line_begins = true;
      continue;
    }
    if (c == '\\') return refuse("\\", "lines and names are written out");
    const std::size_t next = code.find_first_not_of(" \t\r\v\f\n", i + 1);
    const bool is_attribute = c == '[' && next != std::string::npos && code[next] == '[';
    if (is_attribute && code.compare(i, 16, "[[maybe_unused]]") != 0) {
      return refuse("[[", "attributes can hide a kernel from the tests");
    }
    // f<::x> is no bracket, as the language has it.
    const bool is_scope =
        code.compare(i, 3, "<::") == 0 && code[i + 3] != ':' && code[i + 3] != '>';
    if (code.compare(i, 2, "<:") == 0 && !is_scope) {
      return refuse("<:", "brackets are written as brackets");
    }
    if (code.compare(i, 2, "R\"") == 0) return refuse("R\"", "a kernel needs no raw text");
    const bool is_directive = c == '#' || code.compare(i, 2, "%:") == 0;
    if (is_directive && line_begins) {
      const std::string rest = code.substr(i, code.find('\n', i) - i);
      const bool is_allowed =
          rest.compare(0, 14, "#pragma unroll") == 0 || rest.compare(0, 12, "#pragma once") == 0;
      if (!is_allowed) {
        return refuse(text.substr(i, rest.size()),
                      "the file holds a kernel and its launch; what they need is included");
      }
    }
    if (!std::isspace(static_cast<unsigned char>(c))) line_begins = false;
    if (!is_identifier(c) || (i > 0 && is_identifier(code[i - 1]))) continue;
    std::size_t end = i;
    while (end < code.size() && is_identifier(code[end])) ++end;
    const std::string word = code.substr(i, end - i);
    for (const Word& refused : kRefused) {
      std::string part = refused.part;
      const bool is_whole = part.back() == '!';
      if (is_whole) part.pop_back();
      const bool meant = is_whole ? word == part : word.find(part) != std::string::npos;
      if (meant) return refuse(word, refused.why);
    }
  }
  return "";
}

}  // namespace course
