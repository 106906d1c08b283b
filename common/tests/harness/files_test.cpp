// Files as samples: their bytes, or one line that says why not.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "common/harness/device/check.h"
#include "common/harness/problem/workload.h"
#include "message_of.h"
#include "temporary_folder.h"

using namespace course;
using namespace course_tests;

namespace {

std::string refusal(const std::string& path) {
  const std::string message = message_of<UsageError>([&] { read_file(path); });
  CHECK_FALSE(contains(message, "\n"));
  CHECK(contains(message, "--input " + path));
  return message;
}

}  // namespace

TEST_CASE("every byte of a file is read") {
  const TemporaryFolder folder;
  std::string content;
  for (int byte = 0; byte < 256; ++byte) content += static_cast<char>(byte);
  content += "\r\n\n";  // nothing is translated
  const std::vector<std::uint8_t> bytes = read_file(folder.file("bytes", content));
  CHECK(std::string(bytes.begin(), bytes.end()) == content);
}

TEST_CASE("a file of one byte is enough") {
  const TemporaryFolder folder;
  CHECK(read_file(folder.file("one", "x")) == std::vector<std::uint8_t>{'x'});
}

TEST_CASE("a missing file is refused") {
  const TemporaryFolder folder;
  CHECK(contains(refusal(folder.file("missing")), "No such file"));
  CHECK(contains(refusal(folder.file("missing/inside")), "No such file"));
}

TEST_CASE("an empty file is refused") {
  const TemporaryFolder folder;
  CHECK(contains(refusal(folder.file("empty", "")), "is empty"));
}

TEST_CASE("a folder is refused") {
  const TemporaryFolder folder;
  CHECK(contains(refusal(folder.path()), "is a folder"));
  CHECK(contains(refusal("/"), "is a folder"));
}

TEST_CASE("devices and pipes are refused at once: they might never end") {
  CHECK(contains(refusal("/dev/zero"), "is not a regular file"));
  CHECK(contains(refusal("/dev/null"), "is not a regular file"));
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(contains(refusal(pipe), "is not a regular file"));
}

TEST_CASE("a file without a size is refused before it is read") {
  struct stat info = {};
  if (stat("/proc/self/mem", &info) != 0) return;  // not Linux
  CHECK(contains(refusal("/proc/self/mem"), "is empty"));
}
