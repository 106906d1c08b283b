// --check: all variants on the difficult cases, verified and not timed.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "common/harness/device/backend.h"
#include "common/harness/run/lesson.h"

namespace course {

int Lesson::run_check(const Device& device) {
  Device one = device;
  one.multiprocessors = 1;
  const std::vector<CheckCase> cases = check_cases(device);
  // Data of large cases are made once for all variants of an element type.
  std::map<std::pair<const CheckCase*, int>, std::unique_ptr<Data>> large;
  // Large cases would be minutes under a sanitizer, and under tools that slow a program down
  // unseen.
  const bool is_quick = backend_is_instrumented() || std::getenv("COURSE_CHECK_QUICK");
  CheckResult result;
  for (const auto& [variant, role] : variants_) {
    if (!is_chosen(variant)) continue;
    Variant named = variant;
    named.name = name_of(variant);
    const bool is_special = variant.on_host || variant.loses_updates || variant.valid_only;
    CheckTally tally(named.name, is_special ? Proof::partial : Proof::full);
    for (const CheckCase& c : cases) {
      if (c.is_large && (is_quick || is_special || tally.wrong() > 0)) continue;
      std::unique_ptr<Data> own;
      std::unique_ptr<Data>& data = c.is_large ? large[{&c, variant.element_type}] : own;
      if (!data) data = c.make_data(variant.element_type);
      const Run run = run_variant(named, *data, c.one_multiprocessor ? one : device, c.asked,
                                  nullptr, nullptr, c.is_large);
      tally.add(c.description, run.outcome, c.demand);
    }
    tally.finish();
    tally.print(variant.on_host         ? " (a loop on the host)"
                : variant.loses_updates ? " (may lose updates, nothing else)"
                : variant.valid_only    ? " (right only while all samples are valid)"
                                        : "");
    result.add(tally);
  }
  std::printf("%s --check: %s\n", name_.c_str(), result.summary());
  return result.passed() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace course
