#include "common/harness/model/ledger.h"

#include "common/row/format.h"

namespace course {
namespace {

std::string text_of(const Ledger& ledger) {
  return grouped(ledger.global_atomics) + " global and " + grouped(ledger.shared_atomics) +
         " shared atomics, longest queue " +
         (ledger.longest_queue ? grouped(*ledger.longest_queue) : "unknown");
}

}  // namespace

std::string disagreement(const Ledger& said, const Ledger& counted) {
  const bool agree = said.global_atomics == counted.global_atomics &&
                     said.shared_atomics == counted.shared_atomics &&
                     (!said.longest_queue || said.longest_queue == counted.longest_queue);
  return agree ? "" : "counted " + text_of(counted) + "; the launch says " + text_of(said);
}

}  // namespace course
