#include "common/course/hint.h"

#include <cstdio>
#include <cstdlib>

#include "common/course/pages.h"
#include "common/course/record.h"
#include "common/row/format.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {

int hint(const Place& place, const Exercise& exercise, bool again) {
  const std::filesystem::path page = place.folder_of(exercise) / "README.md";
  std::vector<Folded> hints;
  for (const Folded& part : folded_parts(read_text(page.string()))) {
    if (part.title.find("hint") != std::string::npos) hints.push_back(part);
  }
  if (hints.empty()) throw UsageError(page.string() + " has no hints");
  const std::string name = "hints/" + exercise.folder;
  const std::size_t shown = again ? 0 : read_digits(recorded(place, name)).value_or(0);
  if (shown >= hints.size()) {
    std::printf("%s %s: those were all %zu hints; --again begins with the first\n",
                exercise.id.c_str(), exercise.name.c_str(), hints.size());
    return EXIT_SUCCESS;
  }
  std::printf("%s %s: %s of %zu\n\n%s\n", exercise.id.c_str(), exercise.name.c_str(),
              hints[shown].title.c_str(), hints.size(), hints[shown].text.c_str());
  record(place, name, std::to_string(shown + 1));
  return EXIT_SUCCESS;
}

}  // namespace course
