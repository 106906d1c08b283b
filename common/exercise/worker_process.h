// The judge's side of a submission's process: starts it, hands it tasks, takes its answers, and
// ends it with all that it started.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/exercise/sandbox.h"
#include "common/exercise/wire.h"

namespace course {

// Of processor time, for one task and for starting. A sanitizer makes everything slow.
constexpr double kSecondsOfCase = 10, kSecondsOfSanitizedCase = 30;
// The CPU backend's own limit, for a kernel of which no thread ends: it says which line that was.
constexpr const char* kWatchdog = "COURSE_CPU_WATCHDOG=5";

struct WorkerCommand {
  Command command;
  double seconds = kSecondsOfCase;
  std::size_t resident_bytes = std::size_t{4} << 30;
};

struct Reply {
  enum class Kind { answered, ended, out_of_time, out_of_memory, no_device };
  Kind kind = Kind::answered;
  Answer answer;
  std::vector<unsigned char> output;  // as long as the task says, or empty
  int status = 0;                     // ended: as waitpid gives it
  double limit_seconds = 0;           // that it was given
  std::string log;                    // what the process printed meanwhile
};

// Runs the submission on a task and its input.
using Ask = std::function<Reply(const Task& task, const std::vector<unsigned char>& input)>;

class WorkerProcess {
 public:
  explicit WorkerProcess(WorkerCommand command);
  ~WorkerProcess() { end(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Runs one task, in the process of the last one where that still lives. Throws std::runtime_error
  // when this system lacks something.
  Reply ask(const Task& task, const std::vector<unsigned char>& input);

 private:
  void start();
  int end();
  // Waits for a byte of the process; what it is if it is one of `wanted`.
  Reply::Kind wait_for(char wanted);
  std::string log_since(std::size_t begin) const;

  // Owned file descriptors.
  struct File {
    int number = -1;
    File() = default;
    explicit File(int file) : number(file) {}
    File(File&& other) noexcept : number(other.number) { other.number = -1; }
    File& operator=(File&& other) noexcept {
      std::swap(number, other.number);
      return *this;
    }
    ~File();
  };
  static File memory_file(const char* name);

  WorkerCommand command_;
  File task_, task_to_read_, answer_, log_, go_, done_;
  pid_t process_ = 0;     // 0: none
  bool is_last_ = false;  // it said that it ends after this answer
};

}  // namespace course
