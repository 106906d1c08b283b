#include "common/course/grade.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>

#include "common/course/grade_file.h"
#include "common/course/grade_one.h"
#include "common/course/grading_room.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

namespace fs = std::filesystem;

// A file by itself is somebody's own, and so is one that lies in the folder that was named.
std::optional<Submission> single_submission(const GradeOptions& options) {
  if (options.exercises.size() > 1) return std::nullopt;
  const Exercise* const exercise = options.exercises.front();
  const fs::path named = fs::absolute(options.folder).lexically_normal();
  const fs::path file = fs::is_regular_file(named) ? named : named / (exercise->name + ".cuh");
  if (!fs::is_regular_file(file)) return std::nullopt;
  return Submission{exercise, file.parent_path().filename().string(), file};
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string()[0] != '.') paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// A misspelt name would be no more than a missing file.
void print_foreign(const fs::path& student) {
  for (const fs::path& path : entries_of(student)) {
    const std::string name = path.filename().string();
    const bool is_known = std::any_of(exercises().begin(), exercises().end(),
                                      [&](const Exercise& e) { return name == e.name + ".cuh"; });
    if (!is_known) {
      std::printf("note: %s/%s has the name of no exercise\n", student.filename().c_str(),
                  name.c_str());
    }
  }
}

std::vector<Submission> submissions_in(const GradeOptions& options) {
  if (const auto single = single_submission(options)) return {*single};
  if (!fs::is_directory(options.folder)) {
    throw UsageError(options.folder.string() + ": is no folder of submissions");
  }
  std::vector<fs::path> students = entries_of(options.folder);
  students.erase(std::remove_if(students.begin(), students.end(),
                                [](const fs::path& path) { return !fs::is_directory(path); }),
                 students.end());
  std::vector<Submission> list;
  bool is_any = false;
  for (const Exercise* exercise : options.exercises) {
    for (const fs::path& student : students) {
      list.push_back({exercise, student.filename().string(), student / (exercise->name + ".cuh")});
      is_any = is_any || fs::exists(fs::symlink_status(list.back().file));
    }
  }
  for (const fs::path& student : students) print_foreign(student);
  if (!is_any) {
    throw UsageError(options.folder.string() + ": no student's folder in it has a submission, as " +
                     "anna/" + options.exercises.front()->name + ".cuh");
  }
  return list;
}

// Runs one submission in a child process, which leaves its grade as text in memory that both see.
class Job {
 public:
  Job(const Submission& submission, const GradeOptions& options, const Kit& plain, const Kit& race,
      const Sandbox& sandbox, const fs::path& work)
      : memory_(static_cast<char*>(
            mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory for a grade");
    std::fflush(nullptr);
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("no process could be started");
    if (process_ > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    std::string text;
    try {
      text = to_record(grade_one(submission, options, plain, race, sandbox, work));
    } catch (const std::exception& error) {
      Grade grade;
      grade.student = submission.student;
      grade.exercise = submission.exercise->folder;
      grade.status = "not judged";
      grade.message = error.what();
      text = to_record(grade);
    }
    std::strncpy(memory_, text.c_str(), kBytes - 1);
    _exit(0);
  }
  ~Job() { munmap(memory_, kBytes); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  pid_t process() const { return process_; }
  Grade grade() const { return from_record(memory_); }

 private:
  static constexpr std::size_t kBytes = 16384;
  char* memory_;
  pid_t process_ = 0;
};

void print(const Grade& grade) {
  const std::string cases = std::to_string(grade.passed) + "/" + std::to_string(grade.total);
  const std::string by = grade.failed_by.empty() ? "" : " by " + grade.failed_by;
  std::printf("%-20s %-16s %-17s %9s", grade.student.c_str(), grade.exercise.c_str(),
              (grade.status + by).c_str(), cases.c_str());
  if (grade.total > 0) {
    const Counted& work = grade.work;
    const bool is_add = work.loads > 0 && work.global_atomics + work.shared_atomics == 0;
    std::printf(is_add ? "  loads: %s, of %s sectors" : "  atomics: %s global, %s shared",
                grouped(is_add ? work.loads : work.global_atomics).c_str(),
                grouped(is_add ? work.load_sectors : work.shared_atomics).c_str());
    if (work.atomic_passes > 0) std::printf(", %s passes", grouped(work.atomic_passes).c_str());
  }
  std::printf("\n");
  if (!grade.message.empty()) std::printf("    %s\n", grade.message.c_str());
  std::fflush(stdout);
}

// After each submission, so that an interrupted evening is not lost.
void write_judged(const GradeOptions& options, std::vector<Grade> grades) {
  grades.erase(std::remove_if(grades.begin(), grades.end(),
                              [](const Grade& grade) { return grade.student.empty(); }),
               grades.end());
  if (!options.csv.empty()) write_text(options.csv, csv_of(grades, options.seed));
  if (!options.json.empty()) write_text(options.json, json_of(grades, options.seed));
}

}  // namespace

int grade(const GradeOptions& options) {
  const std::vector<Submission> submissions = submissions_in(options);
  for (const std::string& file : {options.csv, options.json}) {
    if (!file.empty()) write_text(file, "");  // better now than after an hour
  }
  const OnlyGrading only;
  const TemporaryFolder folder;
  std::printf("building what all submissions share ...\n");
  std::fflush(stdout);
  const Kit plain(Build::plain, folder.path()), race(Build::race, folder.path());
  std::vector<Sandbox> sandboxes;
  std::vector<std::string> missing;
  for (int slot = 0; slot < options.jobs; ++slot) {
    missing.clear();
    sandboxes.push_back(strictest_sandbox(static_cast<unsigned>(slot), &missing));
  }
  for (const std::string& line : missing) std::printf("note: %s\n", line.c_str());
  std::printf("seed %s; with it the same cases are run again\n",
              std::to_string(options.seed).c_str());

  std::map<int, std::unique_ptr<Job>> running;  // by slot
  std::map<int, std::size_t> number_of;
  std::vector<Grade> grades(submissions.size());
  std::size_t next = 0;
  int not_judged = 0;
  // Nobody hands in all: what is missing then is in the table, and no line.
  const bool of_several = submissions.front().exercise != submissions.back().exercise;
  while (next < submissions.size() || !running.empty()) {
    for (int slot = 0; slot < options.jobs && next < submissions.size(); ++slot) {
      if (running.count(slot) != 0) continue;
      running[slot] = std::make_unique<Job>(submissions[next], options, plain, race,
                                            sandboxes[static_cast<std::size_t>(slot)],
                                            folder.path() / ("work-" + std::to_string(next)));
      number_of[slot] = next++;
    }
    int status = 0;
    const pid_t ended = wait(&status);
    for (auto job = running.begin(); job != running.end(); ++job) {
      if (job->second->process() != ended) continue;
      const std::size_t number = number_of[job->first];
      Grade& grade = grades[number] = job->second->grade();
      if (grade.student.empty()) {
        grade.student = submissions[number].student;
        grade.exercise = submissions[number].exercise->folder;
        grade.status = "not judged";
        grade.message = "the judge's process was ended from outside";
      }
      not_judged += grade.status == "not judged";
      std::error_code error;
      fs::remove_all(folder.path() / ("work-" + std::to_string(number)), error);
      if (!of_several || grade.status != "missing") print(grade);
      write_judged(options, grades);
      running.erase(job);
      break;
    }
  }
  const auto number_of_status = [&](const std::string& status) {
    return static_cast<std::size_t>(std::count_if(
        grades.begin(), grades.end(), [&](const Grade& grade) { return grade.status == status; }));
  };
  const std::size_t absent = number_of_status("missing");
  std::printf("%zu of %zu submissions passed", number_of_status("passed"), grades.size() - absent);
  if (absent > 0) std::printf("; %zu are missing", absent);
  std::printf("\n");
  return not_judged == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace course
