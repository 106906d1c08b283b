// common/kernels/ holds the steps that later chapters measure themselves against. Each is the
// chapter's own text, so that "(06)" in chapter 07 is what the reader saw in chapter 06.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(COURSE_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  REQUIRE_MESSAGE(!text.str().empty(), path);
  return text.str();
}

// What stands between "namespace course {" and its end.
std::string inside_namespace(const std::string& text) {
  const std::string opening = "namespace course {\n\n", closing = "\n}  // namespace course\n";
  const std::size_t first = text.find(opening), end = text.rfind(closing);
  REQUIRE(first != std::string::npos);
  REQUIRE(end != std::string::npos);
  return text.substr(first + opening.size(), end - first - opening.size());
}

void check_word_for_word(const std::string& kernels, const std::string& chapter) {
  const std::string step = inside_namespace(text_of("common/kernels/" + kernels));
  const std::string program = text_of(chapter);
  int paragraphs = 0;
  for (std::size_t first = 0; first < step.size(); ++paragraphs) {
    std::size_t end = step.find("\n\n", first);
    if (end == std::string::npos) end = step.size();
    const std::string paragraph = step.substr(first, end - first);
    CHECK_MESSAGE(program.find(paragraph) != std::string::npos, kernels << " is not what "
                                                                        << chapter << " says:\n"
                                                                        << paragraph);
    first = end + 2;
  }
  CHECK(paragraphs >= 2);  // a kernel and its launch
}

}  // namespace

TEST_CASE("the earlier steps are the chapters' own, word for word") {
  check_word_for_word("add.cuh", "01_elementwise/elementwise.cu");
  check_word_for_word("global_atomics.cuh", "03_atomic_naive/atomic_naive.cu");
  check_word_for_word("private_copies.cuh", "04_privatization/privatization.cu");
  check_word_for_word("shared_copy.cuh", "05_shared_memory/shared_memory.cu");
  check_word_for_word("spare_bin.cuh", "06_coarsening/coarsening.cu");
}
