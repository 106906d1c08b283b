#include "common/exercise/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace course {
namespace {

[[noreturn]] void give_up(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

void write_whole(int file, const void* data, std::size_t bytes, std::size_t offset) {
  const auto* from = static_cast<const unsigned char*>(data);
  while (bytes > 0) {
    const ssize_t written = pwrite(file, from, bytes, static_cast<off_t>(offset));
    if (written <= 0) give_up("writing a task");
    from += written;
    bytes -= static_cast<std::size_t>(written);
    offset += static_cast<std::size_t>(written);
  }
}

// Fewer bytes where the file has fewer.
std::size_t read_up_to(int file, void* data, std::size_t bytes, std::size_t offset) {
  auto* to = static_cast<unsigned char*>(data);
  std::size_t got = 0;
  while (got < bytes) {
    const ssize_t part = pread(file, to + got, bytes - got, static_cast<off_t>(offset + got));
    if (part <= 0) break;
    got += static_cast<std::size_t>(part);
  }
  return got;
}

std::size_t resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Of all its threads, since it began.
double processor_seconds(pid_t process) {
  clockid_t clock = {};
  timespec used = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

}  // namespace

WorkerProcess::File::~File() {
  if (number >= 0) close(number);
}

WorkerProcess::File WorkerProcess::memory_file(const char* name) {
  File file(memfd_create(name, MFD_CLOEXEC));
  if (file.number < 0) give_up("memfd_create");
  return file;
}

WorkerProcess::WorkerProcess(WorkerCommand command)
    : command_(std::move(command)),
      task_(memory_file("task")),
      answer_(memory_file("answer")),
      log_(memory_file("log")) {
  const std::string path = "/proc/self/fd/" + std::to_string(task_.number);
  task_to_read_ = File(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (task_to_read_.number < 0) give_up("a second look at the task file");
  fcntl(log_.number, F_SETFL, O_APPEND);
  signal(SIGPIPE, SIG_IGN);
  adopt_orphans();
}

void WorkerProcess::start() {
  int go[2], done[2];
  if (pipe2(go, O_CLOEXEC) != 0) give_up("pipe");
  File go_read(go[0]);
  go_ = File(go[1]);
  if (pipe2(done, O_CLOEXEC) != 0) give_up("pipe");
  done_ = File(done[0]);
  File done_write(done[1]);
  const File nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  process_ = course::start(command_.command,
                           {nothing.number, log_.number, log_.number, task_to_read_.number,
                            answer_.number, go_read.number, done_write.number});
  if (process_ < 0) give_up("fork");
}

int WorkerProcess::end() {
  if (process_ == 0) return 0;
  go_ = File();
  done_ = File();
  return end_processes(std::exchange(process_, 0));
}

Reply::Kind WorkerProcess::wait_for(char wanted) {
  using Clock = std::chrono::steady_clock;
  // On a machine with much else to do a right answer waits for its turn: it has its seconds of
  // processor time, and several times as many on the clock, if it sleeps.
  constexpr double kPatience = 6;
  const auto begin = Clock::now();
  const double used_before = processor_seconds(process_);
  const auto is_over = [&] {
    const std::chrono::duration<double> waited = Clock::now() - begin;
    if (waited.count() < command_.seconds) return false;
    return waited.count() > kPatience * command_.seconds ||
           processor_seconds(process_) - used_before > command_.seconds;
  };
  for (;;) {
    constexpr int kLookMs = 20;
    pollfd look = {done_.number, POLLIN, 0};
    const int ready = poll(&look, 1, kLookMs);
    if (ready > 0) {
      char byte = 0;
      if (read(done_.number, &byte, 1) != 1) return Reply::Kind::ended;
      is_last_ = byte == kLast;
      if (byte == wanted || is_last_) return Reply::Kind::answered;
      return byte == kNoDevice ? Reply::Kind::no_device : Reply::Kind::ended;
    }
    // A child of the process may hold its end of the pipe open.
    siginfo_t info = {};
    waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == process_) return Reply::Kind::ended;
    if (is_over()) return Reply::Kind::out_of_time;
    if (resident_bytes(process_) > command_.resident_bytes) return Reply::Kind::out_of_memory;
  }
}

std::string WorkerProcess::log_since(std::size_t begin) const {
  constexpr std::size_t kMost = 20000;
  std::string text(kMost, '\0');
  text.resize(read_up_to(log_.number, text.data(), kMost, begin));
  return text;
}

Reply WorkerProcess::ask(const Task& task, const std::vector<unsigned char>& input) {
  struct stat info = {};
  fstat(log_.number, &info);
  const auto log_begin = static_cast<std::size_t>(info.st_size);
  Reply reply;
  reply.limit_seconds = command_.seconds;
  if (process_ == 0) {
    start();
    reply.kind = wait_for(kReady);
  }
  if (reply.kind == Reply::Kind::answered) {
    if (ftruncate(task_.number, static_cast<off_t>(sizeof task + input.size())) != 0 ||
        ftruncate(answer_.number, 0) != 0) {
      give_up("ftruncate");
    }
    write_whole(task_.number, &task, sizeof task, 0);
    write_whole(task_.number, input.data(), input.size(), sizeof task);
    // Whatever is not written stays no answer, and a result that nothing can mean.
    const Answer none;
    const std::vector<unsigned char> poison(task.output_bytes, 0xA5);
    write_whole(answer_.number, &none, sizeof none, 0);
    write_whole(answer_.number, poison.data(), poison.size(), sizeof none);
    const char go = 'g';
    const bool told = write(go_.number, &go, 1) == 1;
    reply.kind = told ? wait_for(kDone) : Reply::Kind::ended;
  }
  if (reply.kind != Reply::Kind::answered) {
    reply.status = end();
  } else {
    reply.output.resize(task.output_bytes);
    Answer answer;
    const bool whole = read_up_to(answer_.number, &answer, sizeof answer, 0) == sizeof answer &&
                       read_up_to(answer_.number, reply.output.data(), task.output_bytes,
                                  sizeof answer) == task.output_bytes;
    if (whole) reply.answer = answer;
    reply.answer.message[sizeof reply.answer.message - 1] = '\0';
    if (is_last_) end();  // the next case begins in a process of its own
  }
  reply.log = log_since(log_begin);
  return reply;
}

}  // namespace course
