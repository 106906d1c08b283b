#include "common/exercise/sandbox.h"

#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace course {
namespace {

constexpr uid_t kFirstUser = 64000;  // numbers that no distribution gives to anybody

bool become(uid_t user) {
  return setgroups(0, nullptr) == 0 && setgid(user) == 0 && setuid(user) == 0;
}

// Takes the user, if one is named, and leaves the network. Root may leave it at once; anybody else
// where a namespace of users may be had, which hides who one is and so comes last.
struct Left {
  bool user, network;
};
Left leave(const std::optional<uid_t>& user) {
  Left left = {true, unshare(CLONE_NEWNET) == 0};
  if (user) left.user = become(*user);
  if (!left.network) left.network = unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;
  return left;
}

// Whether `attempt` works, tried in a process of its own.
template <typename Attempt>
bool works(Attempt attempt) {
  const pid_t child = fork();
  if (child == 0) _exit(attempt() ? 0 : 1);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void limit(int resource, rlim_t value) {
  rlimit limits = {value, value};
  rlimit now = {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &now) == 0 && now.rlim_max < value) {
    limits = {now.rlim_max, now.rlim_max};
  }
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

// The threads of this process's user that run now: the system's limit counts them all.
unsigned threads_of_this_user() {
  namespace fs = std::filesystem;
  unsigned threads = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    std::ifstream status(entry.path() / "status");
    unsigned long user = ~0ul;
    for (std::string word; status >> word;) {
      if (word == "Uid:") status >> user;
      unsigned count = 0;
      if (word == "Threads:" && status >> count && user == getuid()) threads += count;
    }
  }
  return threads;
}

// Between fork and exec. Exits with 126 when the sandbox that was possible a moment ago is not.
void enter(const Sandbox& sandbox) {
  const unsigned running = sandbox.user || sandbox.processes == 0 ? 0 : threads_of_this_user();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(sandbox.cpu_seconds));
  limit(RLIMIT_FSIZE, sandbox.file_bytes);
  if (sandbox.address_space > 0) limit(RLIMIT_AS, sandbox.address_space);
  const Left left = leave(sandbox.user);
  if (!left.user || left.network < sandbox.no_network) _exit(126);
  if (sandbox.processes > 0) limit(RLIMIT_NPROC, running + sandbox.processes);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& text : strings) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

std::vector<pid_t> children() {
  std::vector<pid_t> list;
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) list.push_back(child);
  }
  return list;
}

}  // namespace

Sandbox strictest_sandbox(unsigned slot, std::vector<std::string>* missing) {
  Sandbox sandbox;
  const uid_t user = kFirstUser + slot;
  if (getuid() == 0 && works([&] { return become(user); })) sandbox.user = user;
  sandbox.no_network = works([&] { return leave(sandbox.user).network; });
  if (!sandbox.no_network) {
    missing->push_back("submissions reach the network: this system does not let them be cut off");
  }
  if (!sandbox.user) {
    missing->push_back(getuid() == 0
                           ? "submissions run as root: no other user can be taken here"
                           : "submissions run as you, and can read and write what you can");
  }
  return sandbox;
}

pid_t start(const Command& command, const std::vector<int>& files) {
  std::vector<std::string> arguments = command.arguments, environment = command.environment;
  const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  const int count = static_cast<int>(files.size());
  const int most = static_cast<int>(std::min(sysconf(_SC_OPEN_MAX), 4096L));
  const pid_t process = fork();
  if (process != 0) return process;
  setsid();
  signal(SIGPIPE, SIG_DFL);
  // First out of the way of the numbers that they get.
  constexpr int kFar = 100;
  for (int i = 0; i < count; ++i) dup2(files[static_cast<std::size_t>(i)], kFar + i);
  for (int i = 0; i < count; ++i) dup2(kFar + i, i);
  for (int file = count; file < most; ++file) close(file);
  if (chdir(command.folder.c_str()) != 0) _exit(126);
  enter(command.sandbox);
  execve(argv[0], argv.data(), envp.data());
  _exit(127);
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int end_processes(pid_t leader) {
  int status = 0;
  bool leader_ended = false;
  const auto wait = [&](int most_ms) {
    for (int ms = 0; ms <= most_ms; ++ms) {
      leader_ended = leader_ended || waitpid(leader, &status, WNOHANG) == leader;
      if (leader_ended) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  wait(200);  // it may be on its way out, and then its status tells how
  kill(-leader, SIGTERM);
  wait(300);
  kill(-leader, SIGKILL);
  if (!leader_ended) {
    kill(leader, SIGKILL);  // it had no group of its own yet
    waitpid(leader, &status, 0);
  }
  // Whoever left the group has lost its parent by now, or will, and then is a child of this
  // process.
  for (std::vector<pid_t> left = children(); !left.empty(); left = children()) {
    for (const pid_t child : left) kill(child, SIGKILL);
    waitpid(-1, nullptr, 0);
  }
  return status;
}

}  // namespace course
