#include "common/course/grade_one.h"

#include <unistd.h>

#include <fstream>
#include <iterator>

#include "common/course/text_check.h"
#include "common/exercise/judge.h"

namespace course {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostText = 200000;  // bytes of a submission

Grade not_built(Grade grade, const std::string& message) {
  grade.status = "failed";
  grade.failed_by = name_of(Failure::build);
  grade.message = message;
  return grade;
}

WorkerCommand worker_of(const fs::path& program, Build build, Sandbox sandbox) {
  WorkerCommand worker;
  worker.command.arguments = {program.string(), "--serve"};
  // Two threads are enough, and the same everywhere.
  worker.command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C", "COURSE_CPU_THREADS=2", kWatchdog,
                                "TSAN_OPTIONS=halt_on_error=1:report_bugs=1:atexit_sleep_ms=0"};
  if (build == Build::race) worker.command.environment.push_back("COURSE_CPU_MULTIPROCESSORS=2");
  sandbox.processes = 32;
  // ThreadSanitizer reserves most of what can be addressed.
  sandbox.address_space = build == Build::plain ? std::size_t{16} << 30 : 0;
  worker.command.sandbox = sandbox;
  worker.seconds = build == Build::plain ? kSecondsOfCase : kSecondsOfSanitizedCase;
  return worker;
}

}  // namespace

Grade grade_one(const Submission& submission, const GradeOptions& options, const Kit& plain,
                const Kit& race, const Sandbox& sandbox, const fs::path& work) {
  const ExerciseProof& proof = submission.exercise->proof;
  Grade grade;
  grade.student = submission.student;
  grade.exercise = submission.exercise->folder;
  const std::string file_name = submission.exercise->name + ".cuh";
  const bool is_link =
      fs::is_symlink(submission.file) || fs::is_symlink(submission.file.parent_path());
  if (is_link) return not_built(grade, file_name + " is a link: hand in the file itself");
  if (!fs::exists(submission.file)) {
    grade.status = "missing";
    grade.message = "there is no " + file_name;
    return grade;
  }
  if (!fs::is_regular_file(submission.file)) return not_built(grade, file_name + " is no file");
  if (fs::file_size(submission.file) > kMostText) {
    return not_built(grade, file_name + " is longer than 200,000 bytes");
  }
  std::ifstream file(submission.file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);  // some editors begin a file so
  const std::string fault = fault_of_text(file_name, text);
  if (!fault.empty()) return not_built(grade, fault);
  // Its user may read this and no other submission, and writes only in what build() gives to it.
  fs::create_directories(work / "answer");
  std::ofstream(work / "answer" / file_name, std::ios::binary) << text;
  fs::copy_file(main_file(*submission.exercise), work / "answer/exercise.cu");
  fs::permissions(work, fs::perms(0750));
  if (sandbox.user && chown(work.c_str(), getuid(), *sandbox.user) != 0) {
    throw std::runtime_error(work.string() + " could not be opened to its user");
  }
  grade.status = "passed";
  std::set<Failure> failures;
  for (const Build build : {Build::plain, Build::race}) {
    const Kit& kit = build == Build::plain ? plain : race;
    const std::string error = kit.build(work, sandbox, proof.counts_accesses);
    if (!error.empty()) return not_built(grade, error);
    JudgeOptions how;
    how.seed = options.seed;
    how.only = options.only;
    how.depth = build == Build::plain ? Depth::full : Depth::short_ones;
    how.counts_accesses = build == Build::plain && proof.counts_accesses;
    how.most_seconds = 300;
    // Each costs a second or more there, and one is enough to fail.
    if (build == Build::race) how.most_broken = 5;
    const Judgement judgement = judge(proof, worker_of(kit.program(work), build, sandbox), how);
    grade.passed += judgement.passed;
    grade.total += judgement.total();
    if (build == Build::plain) grade.work = judgement.work;
    failures.insert(judgement.failures.begin(), judgement.failures.end());
    const bool is_left_out = options.only && build == Build::race && judgement.total() == 0;
    if (is_left_out || passed(proof, judgement, how)) continue;
    if (judgement.failed == 0) failures.insert(Failure::bins);
    if (grade.status == "failed") continue;
    grade.status = "failed";
    grade.message =
        judgement.failed == 0 ? "too little was verified to pass" : judgement.first_message;
    if (build == Build::race) grade.message.insert(0, "in the race build, ");
  }
  for (const Failure failure : failures) {
    grade.failed_by += (grade.failed_by.empty() ? "" : "+") + std::string(name_of(failure));
  }
  return grade;
}

}  // namespace course
