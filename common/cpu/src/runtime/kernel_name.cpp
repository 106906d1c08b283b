// See kernel_name.h.
#include "runtime/kernel_name.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace course::cpu {
namespace {

// With return type, namespaces, template arguments and parameters; empty if it is not known.
std::string full_name(const void* function) {
  Dl_info symbol{};
  if (function == nullptr || dladdr(function, &symbol) == 0 || symbol.dli_sname == nullptr ||
      symbol.dli_saddr != function) {
    return "";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.dli_sname, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : symbol.dli_sname;
}

// "f" for f, ns::f<int>, void ns::C<int>::f<3>(int*) and the like: what stands in brackets is left
// out, and of the names the last one counts.
std::string bare_name(std::string_view function) {
  std::string name;
  std::string closing;  // the brackets that are waited for
  for (const char c : function) {
    if (!closing.empty() && c == closing.back()) {
      closing.pop_back();
    } else if (c == '(' || c == '[' || c == '{') {
      closing += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == '<' && (closing.empty() || closing.back() == '>')) {
      closing += '>';
    } else if (closing.empty() && (c == ':' || c == ' ')) {
      name.clear();
    } else if (closing.empty()) {
      name += c;
    }
  }
  return name;
}

}  // namespace

std::string kernel_name(const Kernel& kernel) {
  const std::string real = bare_name(full_name(kernel.address));
  return real.empty() || real == bare_name(kernel.name) ? kernel.name : real;
}

}  // namespace course::cpu
