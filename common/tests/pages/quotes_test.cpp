// A program that a page shows in full is the file that is built and run, to the last character.
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

bool quotes(const std::string& page, const std::string& program) {
  return page.find("\n```cpp\n" + program + "```\n") != std::string::npos;
}

}  // namespace

TEST_CASE("chapter 01 quotes the program without the harness") {
  const std::string page = text_of("01_elementwise/README.md");
  const std::string program = text_of("docs/standalone/add.cu");
  CHECK(quotes(page, program));
  CHECK_FALSE(quotes(page, program + " "));
  CHECK(page.find("\nnvcc docs/standalone/add.cu -o add && ./add\n") != std::string::npos);
}

TEST_CASE("the program without the harness includes nothing of the course") {
  CHECK(text_of("docs/standalone/add.cu").find("#include \"") == std::string::npos);
}
