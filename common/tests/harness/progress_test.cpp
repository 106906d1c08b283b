// Long work tells a terminal how far it is, and nobody else.
#include "common/harness/problem/progress.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>

#include <cstdlib>
#include <thread>

#include "message_of.h"

using namespace course;
using namespace course_tests;

namespace {

// Both ends of a terminal that nobody sits at.
struct Terminal {
  int far = posix_openpt(O_RDWR | O_NOCTTY), near = -1;
  Terminal() {
    if (far < 0) return;  // a bare system has none
    REQUIRE(grantpt(far) == 0);
    REQUIRE(unlockpt(far) == 0);
    near = open(ptsname(far), O_RDWR | O_NOCTTY);
    REQUIRE(near >= 0);
  }
  ~Terminal() {
    close(near);
    close(far);
  }
  bool exists() const {
    if (far < 0) MESSAGE("not tested: this system has no pseudo terminals (/dev/pts)");
    return far >= 0;
  }
};

std::string written_to(int file) {
  std::string text;
  for (pollfd waiting = {file, POLLIN, 0}; poll(&waiting, 1, 0) == 1;) {
    char part[256];
    const ssize_t size = read(file, part, sizeof part);
    if (size <= 0) break;
    text.append(part, static_cast<std::size_t>(size));
  }
  return text;
}

}  // namespace

TEST_CASE("progress is one line of a terminal, and goes away") {
  const Terminal terminal;
  if (!terminal.exists()) return;
  {
    Progress progress("making samples", 200, terminal.near, 0);
    progress.add(50);
    CHECK(written_to(terminal.far) == "\rmaking samples: 25 %");
    progress.add(50);  // too soon for another line
    CHECK(written_to(terminal.far) == "");
  }
  CHECK(written_to(terminal.far) == "\r" + std::string(20, ' ') + "\r");
}

TEST_CASE("short work says nothing, and nothing is said to what is no terminal") {
  const Terminal terminal;
  if (!terminal.exists()) return;
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  {
    Progress short_work("making samples", 2, terminal.near, 60), unseen("checking", 2, ends[1], 0);
    short_work.add(1);
    unseen.add(1);
  }
  CHECK(written_to(terminal.far) == "");
  CHECK(written_to(ends[0]) == "");
  close(ends[0]);
  close(ends[1]);
}
