// See launch_bounds.h.
#include "launch_bounds.h"

#include <string_view>

void rewrite_launch_bounds(const SourceText& source, const std::vector<Function>& functions,
                           Edits& edits) {
  constexpr std::string_view word = "__launch_bounds__";
  for (const Function& function : functions) {
    for (std::size_t i = function.head; i < function.body; ++i) {
      if (!source.has_word(i, word)) continue;
      const std::size_t opening = source.skip_space(i + word.size());
      int depth = 0;
      std::size_t end = opening;
      for (; end < function.body; ++end) {
        if (source.has(end, "(")) ++depth;
        if (source.has(end, ")") && --depth == 0) break;
      }
      if (end == function.body) throw Problem(i, "__launch_bounds__ without its parentheses");
      std::string bounds;
      for (std::size_t k = opening + 1; k < end; ++k) {
        if (source.is_code(k)) bounds += source[k] == '\n' ? ' ' : source[k];
      }
      const std::size_t start = function.body + 1;
      edits.push_back({start, start, " ::course::cpu::check_launch_bounds(" + bounds + ");"});
    }
  }
}
