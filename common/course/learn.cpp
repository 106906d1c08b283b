#include "common/course/learn.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>
#include <vector>

#include "common/course/build_log.h"
#include "common/course/limited_run.h"
#include "common/course/record.h"
#include "common/course/text_check.h"
#include "common/exercise/check.h"
#include "common/harness/device/device.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

namespace fs = std::filesystem;

constexpr int kNotSolved = 1;
constexpr const char* kCpuBuild =
    "cmake --preset cpu && cmake --build --preset cpu --target course && build/cpu/bin/course "
    "learn";
constexpr double kMostBuilding = 3600, kMostChecking = 540;  // seconds

RunResult run(const std::string& doing, const std::vector<std::string>& arguments,
              const std::string& folder, double most_seconds) {
  Command command;
  command.arguments = arguments;
  command.folder = folder;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    command.environment.emplace_back(*variable);
  }
  std::printf("%s ...\n", doing.c_str());
  std::fflush(stdout);
  return run_limited(command, most_seconds, says_still_at_it());
}

// What stands for the text of a learner's file, so that one that was solved is not built again.
std::string fingerprint(const std::string& text) {
  return std::to_string(std::hash<std::string>()(text));
}

std::string solved_name(const Exercise& exercise) { return "solved/" + exercise.folder; }

bool is_solved(const Place& place, const Exercise& exercise) {
  const std::string solved = recorded(place, solved_name(exercise));
  return !solved.empty() && solved == fingerprint(read_text(place.file_of(exercise)));
}

// nullptr when all are solved.
const Exercise* next_unsolved(const Place& place) {
  for (const Exercise& exercise : exercises()) {
    if (!is_solved(place, exercise)) return &exercise;
  }
  return nullptr;
}

void print_progress(const Place& place) {
  std::string bar;
  int solved = 0;
  for (const Exercise& exercise : exercises()) {
    const bool done = is_solved(place, exercise);
    solved += done;
    bar += done ? '#' : '.';
  }
  std::printf("[%s] %d of %zu exercises solved\n", bar.c_str(), solved, exercises().size());
}

// The first case that failed and the sum. Without the sum --check itself was ended: how, and what
// it printed first.
std::string first_failure(const std::string& log, int status) {
  std::istringstream lines(log);
  std::string first_case, sum, begin;
  int number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    if (first_case.empty() && line.find("  case ") == 0) first_case = line + "\n";
    if (line.find(" --check: ") != std::string::npos) sum = line + "\n";
    if (number < 5) begin += line + "\n";
  }
  if (!sum.empty()) return first_case + sum;
  const std::string how = WIFSIGNALED(status)
                              ? std::string("a signal: ") + strsignal(WTERMSIG(status))
                              : "status " + std::to_string(WEXITSTATUS(status));
  if (log.empty() && !WIFSIGNALED(status)) {  // another build is just writing it
    return "--check could not be started (" + how +
           "): if it is being built elsewhere, save your file again\n";
  }
  return (first_case.empty() ? begin : first_case) + "--check ended with " + how + "\n";
}

// Builds the exercise's program in one build folder. Returns what is wrong, or "".
std::string fault_of_build(const Place& place, const fs::path& build, const std::string& target,
                           const std::string& doing) {
  const RunResult result =
      run(doing, {"/usr/bin/env", "cmake", "--build", build.string(), "--target", target},
          place.course.string(), kMostBuilding);
  if (result.timed_out) return "building took too long";
  return result.status == 0 ? "" : first_error(result.log, 2);
}

RunResult run_check(const Place& place, const fs::path& build, const std::string& target,
                    const std::string& doing) {
  const RunResult result = run(doing, {(build / "bin" / target).string(), "--check"},
                               place.course.string(), kMostChecking);
  if (result.timed_out) std::printf("--check did not end in %.0f s\n", kMostChecking);
  return result;
}

// Two threads that write to one place often come out right: the build with ThreadSanitizer sees
// them. Returns false when it does. Where there can be no such build, that is said.
bool looks_without_races(const Place& place, const std::string& target) {
  const fs::path race = place.course / "build/cpu-race";
  if (fs::exists(race) && fs::equivalent(race, place.build)) return true;
  std::string fault;
  if (!fs::exists(race / "CMakeCache.txt")) {
    const RunResult result = run("preparing a build that sees races; its first one takes minutes",
                                 {"/usr/bin/env", "cmake", "--preset", "cpu-race"},
                                 place.course.string(), kMostBuilding);
    if (result.status != 0) fault = first_error(result.log);
  }
  if (fault.empty()) {
    fault = fault_of_build(place, race, target, "building it for races, too");
  }
  if (!fault.empty()) {
    std::printf("whether threads race was not looked for: the preset cpu-race says\n%s\n",
                fault.c_str());
    return true;
  }
  const RunResult result = run_check(place, race, target, "looking for races");
  // Accesses are counted in the first build.
  const bool is_right = result.status == 0 ||
                        (WIFEXITED(result.status) && WEXITSTATUS(result.status) == kExitUncounted);
  if (is_right) return true;
  std::printf("right in the first build; in the one that sees races:\n%s",
              first_failure(result.log, result.status).c_str());
  return false;
}

// Builds and checks the exercise, says what is wrong, and returns the status.
int check(const Place& place, const Exercise& exercise) {
  const std::string target = "exercise_" + exercise.folder;
  const std::string text = read_text(place.file_of(exercise));  // before it can change again
  std::string fault = fault_of_text(exercise.name + ".cuh", text);
  if (fault.empty()) {
    fault = fault_of_build(place, place.build, target, "building");
  }
  if (!fault.empty()) {
    std::printf("%s\n", fault.c_str());
    return kNotSolved;
  }
  const RunResult result = run_check(place, place.build, target, "checking");
  if (result.status != 0) {
    std::printf("%s", first_failure(result.log, result.status).c_str());
    const int status = WIFEXITED(result.status) ? WEXITSTATUS(result.status) : kNotSolved;
    if (status == kExitNoDevice) {
      std::printf("without a GPU, use the CPU backend, of the preset cpu:\n  %s\n", kCpuBuild);
    }
    if (status == kExitUncounted) {
      std::printf("the work it asks for is counted on the CPU backend:\n  %s\n", kCpuBuild);
    }
    return status == kExitNoDevice ? kExitNoDevice : kNotSolved;
  }
  // An element that two threads of an add write shows in the counted accesses.
  if (!exercise.proof.add_work && !looks_without_races(place, target)) return kNotSolved;
  record(place, solved_name(exercise), fingerprint(text));
  std::printf("solved: %s %s\n", exercise.id.c_str(), exercise.name.c_str());
  return EXIT_SUCCESS;
}

void show(const Place& place, const Exercise& exercise) {
  std::printf("\n");
  print_progress(place);
  const fs::path folder = place.folder_of(exercise).lexically_relative(place.course);
  std::printf("%s %s: %s\n  task: %s\n  your file: %s\n", exercise.id.c_str(),
              exercise.name.c_str(), exercise.title.c_str(), (folder / "README.md").c_str(),
              (folder / (exercise.name + ".cuh")).c_str());
}

using Times = std::vector<fs::file_time_type>;

Times times_of_files(const Place& place) {
  Times times;
  for (const Exercise& exercise : exercises()) {
    std::error_code missing;  // an editor may be replacing the file just now
    times.push_back(fs::last_write_time(place.file_of(exercise), missing));
  }
  return times;
}

// Waits until a learner's file is another than at `before`, and returns whose it is.
const Exercise* changed_since(const Place& place, const Times& before) {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const Times now = times_of_files(place);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] != before[i] && fs::exists(place.file_of(exercises()[i]))) return &exercises()[i];
    }
  }
}

}  // namespace

int learn(const Place& place, const Exercise* first, bool once) {
  if (!fs::exists(place.build / "CMakeCache.txt")) {
    throw UsageError(place.build.string() + ": is no build folder; --build names one");
  }
  const Exercise* exercise = first != nullptr ? first : next_unsolved(place);
  while (exercise != nullptr) {
    show(place, *exercise);
    const Times before = times_of_files(place);
    const int status = check(place, *exercise);
    const bool solved = status == EXIT_SUCCESS;
    if (once && (!solved || first != nullptr)) return status;
    if (solved) {
      exercise = next_unsolved(place);
      continue;
    }
    std::printf("stuck? `%s hint %s`; waiting for you to change a file (Ctrl-C ends)\n",
                place.program().c_str(), exercise->id.c_str());
    std::fflush(stdout);
    exercise = changed_since(place, before);
  }
  print_progress(place);
  std::printf("all are solved\n");
  return EXIT_SUCCESS;
}

}  // namespace course
