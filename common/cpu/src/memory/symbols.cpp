// See symbols.h.
#include "memory/symbols.h"

#include <map>

namespace course::cpu {
namespace {

std::map<const char*, Symbol>& symbols() {
  static std::map<const char*, Symbol> by_start;
  return by_start;
}

}  // namespace

void add_symbol(const void* start, std::size_t bytes) {
  const auto* first = static_cast<const char*>(start);
  symbols()[first] = {first, bytes};
}

const Symbol* find_symbol(const void* pointer) {
  const auto* byte = static_cast<const char*>(pointer);
  const auto next = symbols().upper_bound(byte);
  if (next == symbols().begin()) return nullptr;
  const Symbol& symbol = std::prev(next)->second;
  return byte <= symbol.start + symbol.bytes ? &symbol : nullptr;
}

}  // namespace course::cpu
