// Judges a submission: runs its process on all cases of an exercise and compares.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "common/exercise/cases.h"
#include "common/exercise/worker_process.h"

namespace course {

// By which proof a case failed.
enum class Failure { none, build, results, work, bins, race, crash, memory, time };
const char* name_of(Failure failure);

struct CaseVerdict {
  Failure failure = Failure::none;
  bool refused = false;  // by a case that may be refused: neither passed nor failed
  std::string message;   // in the learner's words
};

struct Judgement {
  int passed = 0, failed = 0, refused = 0;
  bool no_device = false;
  bool was_cut_short = false;  // as the options say
  std::set<Failure> failures;  // of all cases
  Counted work;                // summed over all runs
  std::string first_message;   // "case 17, n 5, bins 256, ...: bin 3 is 1 instead of 2"
  int total() const { return passed + failed; }
};

struct JudgeOptions {
  std::uint64_t seed = 1;
  std::optional<int> only;  // this case alone, as its message numbers it
  Depth depth = Depth::full;
  // What this build counts. A submission that says less is not believed.
  bool counts_atomics = true, counts_accesses = false;
  double most_seconds = 600;       // for all cases
  int most_broken = 1000000;       // cases that raced or ended the process, before no more are run
  bool stops_after_ended = false;  // no more are run after a case that had no result in time
  // Called for every case that failed.
  std::function<void(const std::string& message)> on_failure = [](const std::string&) {};
};

// Throws UsageError where there is no case of that number. Of those that are too long for a short
// judgement none is run.
Judgement judge(const ExerciseProof& proof, const Ask& ask, const JudgeOptions& options);

// Asks a process of the submission's own.
Judgement judge(const ExerciseProof& proof, const WorkerCommand& worker,
                const JudgeOptions& options);

// Whether all was passed, and enough was run for that to mean something.
bool passed(const ExerciseProof& proof, const Judgement& judgement, const JudgeOptions& options);

}  // namespace course
