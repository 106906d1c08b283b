#include "common/course/limited_run.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace course {

Command shell(const std::string& line) {
  Command command;
  command.arguments = {"/bin/sh", "-c", line};
  for (const char* const name : {"PATH", "HOME", "TMPDIR", "CCACHE_DIR", "CXX"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr) command.environment.push_back(std::string(name) + "=" + value);
  }
  command.environment.push_back("LC_ALL=C");
  return command;
}

RunResult run_limited(const Command& command, double seconds,
                      const std::function<void(double)>& while_waiting) {
  using Clock = std::chrono::steady_clock;
  const int log = memfd_create("log", MFD_CLOEXEC);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  fcntl(log, F_SETFL, O_APPEND);
  adopt_orphans();
  const pid_t process = start(command, {nothing, log, log});
  if (process < 0 || log < 0) throw std::runtime_error("no process could be started");
  RunResult result;
  const auto begin = Clock::now();
  for (siginfo_t info = {};; std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
    waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == process) break;
    const std::chrono::duration<double> waited = Clock::now() - begin;
    result.timed_out = waited.count() > seconds;
    if (result.timed_out) break;
    while_waiting(waited.count());
  }
  result.status = end_processes(process);
  struct stat info = {};
  fstat(log, &info);
  result.log.resize(static_cast<std::size_t>(info.st_size));
  const ssize_t got = pread(log, result.log.data(), result.log.size(), 0);
  result.log.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  close(log);
  close(nothing);
  return result;
}

std::function<void(double)> says_still_at_it() {
  constexpr double kEvery = 15;
  return [said = 0.0](double waited) mutable {
    if (waited < said + kEvery) return;
    said += kEvery;
    std::printf("  still at it after %.0f s\n", said);
    std::fflush(stdout);
  };
}

}  // namespace course
