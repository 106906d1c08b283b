// See host_uses.h.
#include "host_uses.h"

#include <algorithm>
#include <string_view>

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The C library's functions that nvcc has for the host only and that learners reach for.
const std::vector<std::string>& library_of_host() {
  static const std::vector<std::string> names{"rand", "srand", "time",   "exit",  "fprintf",
                                              "puts", "scanf", "getenv", "qsort", "calloc"};
  return names;
}

// What of the C++ library nvcc has for the host only.
const std::vector<std::string>& std_of_host() {
  static const std::vector<std::string> names{"vector", "string",   "map",           "set",
                                              "deque",  "list",     "unordered_map", "cout",
                                              "cerr",   "function", "sort",          "accumulate"};
  return names;
}

// The variable that the statement [begin, end) outside of functions defines for the host and that
// may change; empty if there is none, or if it is written in a way that is not understood.
std::string host_variable(const SourceText& source, std::size_t begin, std::size_t end) {
  begin = source.skip_space(begin);
  std::size_t name_end = end;
  int words = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (!source.is_code(i)) continue;
    const char c = source[i];
    if (c == '=' || c == '[' || c == '{') {
      name_end = i;
      break;
    }
    if (c == '(' || c == '<' || c == '#' || c == ',' || c == ':') return "";
    if (!is_word_character(c) || (i > begin && is_word_character(source[i - 1]))) continue;
    ++words;
    for (const char* word : {"__device__", "__constant__", "__managed__", "__shared__", "const",
                             "constexpr", "extern", "using", "typedef", "struct", "class", "enum",
                             "union", "namespace", "template", "friend", "return"}) {
      if (source.has_word(i, word)) return "";
    }
  }
  name_end = source.skip_space_backwards(name_end);
  const std::size_t name = source.word_start(name_end);
  if (words < 2 || name == name_end) return "";
  return source.text().substr(name, name_end - name);
}

bool is_of_std(const SourceText& source, std::size_t position) {
  const std::size_t before = source.skip_space_backwards(position);
  if (before < 2 || !source.has(before - 2, "::")) return false;
  return source.has_word(source.word_start(source.skip_space_backwards(before - 2)), "std");
}

// Whether the name at `position` stands for something of its own: a member, a parameter or a local
// variable.
bool is_of_another(const SourceText& source, std::size_t position) {
  const std::size_t before = source.skip_space_backwards(position);
  if (before == 0) return true;
  const char last = source[before - 1];
  if (last == ':') return !is_of_std(source, position);
  if (last == '.' || (last == '>' && source[before - 2] == '-')) return true;
  const std::size_t word = source.word_start(before);
  if (word == before) return last == '*' || last == '&' || last == '>';  // may be a declaration
  return !source.has_word(word, "return") && !source.has_word(word, "else");
}

// Whether the function gives the name to something else in its head or body.
bool redefines(const SourceText& source, const Function& function, const std::string& name) {
  for (std::size_t i = function.head; i < function.end; ++i) {
    if (!source.has_word(i, name)) continue;
    if (i < function.body || is_of_another(source, i)) return true;
  }
  return false;
}

// The beginning of the name before the <<< at `at`, without its namespaces and template arguments.
std::size_t launched_name(const SourceText& source, std::size_t at, std::size_t* end) {
  *end = source.skip_space_backwards(at);
  if (*end > 0 && source[*end - 1] == '>') {
    const std::size_t opening = source.opening(*end - 1);
    if (opening != std::string::npos) *end = source.skip_space_backwards(opening);
  }
  return source.word_start(*end);
}

}  // namespace

void collect_names(const SourceText& source, const std::vector<Function>& functions,
                   KnownNames& names) {
  for (const Function& function : functions) {
    if (function.is_member || function.name.empty()) continue;
    const std::string head = source.text().substr(function.head, function.body - function.head);
    const bool either = function.on_device || head.find("constexpr") != std::string::npos;
    (either ? names.device_functions : names.host_functions).push_back(function.name);
  }
  std::size_t statement = 0;
  auto function = functions.begin();
  int depth = 0;  // in classes and initializers; a namespace's variables are not looked at
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (function != functions.end() && i >= function->body) {
      i = function->end;
      statement = i;
      ++function;
      continue;
    }
    if (!source.is_code(i)) continue;
    const char c = source[i];
    if (c == '#') {
      i = std::min(source.text().find('\n', i), source.size());
      statement = i;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      --depth;
    } else if (c == ';') {
      const std::string name = depth == 0 ? host_variable(source, statement, i) : "";
      if (!name.empty()) names.host_variables.push_back(name);
      statement = i + 1;
    }
  }
}

std::vector<HostUse> host_uses(const SourceText& source, const std::vector<Function>& functions,
                               const KnownNames& names) {
  std::vector<HostUse> uses;
  for (const Function& function : functions) {
    if (!function.on_device || function.on_host) continue;
    for (std::size_t i = function.body; i < function.end; ++i) {
      if (!source.is_code(i) || !is_word_character(source[i]) || is_word_character(source[i - 1])) {
        continue;
      }
      std::size_t end = i;
      while (is_word_character(source[end])) ++end;
      const std::string name = source.text().substr(i, end - i);
      const std::size_t behind = source.skip_space(end);
      const bool is_call = behind < source.size() && source[behind] == '(';
      const bool by_library = contains(library_of_host(), name);
      const bool of_host = contains(names.host_functions, name) || by_library;
      if (is_call && of_host && !contains(names.device_functions, name) &&
          !redefines(source, function, name)) {
        uses.push_back({i, "code for the device calls " + name +
                               ", a function of the host; nvcc refuses that" +
                               (by_library ? "" : ": it lacks __device__")});
      } else if (contains(std_of_host(), name) && is_of_std(source, i)) {
        uses.push_back({i, "code for the device uses std::" + name +
                               ", which is for the host; nvcc refuses that"});
      } else if (!is_call && contains(names.host_variables, name) &&
                 !redefines(source, function, name)) {
        uses.push_back({i, "code for the device uses " + name +
                               ", a variable of the host; nvcc refuses that: pass it as an "
                               "argument, or declare it __device__ or __constant__"});
      }
      i = end;
    }
  }
  for (std::size_t i = 0; i + 3 < source.size(); ++i) {
    if (!source.is_code(i) || !source.has(i, "<<<")) continue;
    std::size_t end = 0;
    const std::size_t begin = launched_name(source, i, &end);
    const std::string name = source.text().substr(begin, end - begin);
    if (contains(names.host_functions, name) && !contains(names.device_functions, name)) {
      uses.push_back({begin, name + " is launched, and no kernel: it lacks __global__"});
    }
  }
  return uses;
}
