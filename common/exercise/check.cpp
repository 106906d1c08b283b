#include "common/exercise/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "common/exercise/judge.h"
#include "common/exercise/worker.h"
#include "common/harness/device/backend.h"
#include "common/harness/device/device.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

constexpr int kExitFailed = 1;
constexpr const char* kInProcess = "--in-process";

JudgeOptions options_of(const std::vector<std::string>& arguments) {
  JudgeOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--check" || name == kInProcess) continue;
    if (name != "--case" && name != "--seed") {
      throw UsageError("beside --check there are --case K, --seed S and --in-process, not " + name);
    }
    if (++i == arguments.size()) throw UsageError(name + " needs a value");
    if (name == "--seed") options.seed = parse_count(name, arguments[i]);
    if (name == "--case") {
      options.only = static_cast<int>(parse_count(name, arguments[i], 1, 1000000));
    }
  }
  return options;
}

}  // namespace

int check_exercise(const Exercise& exercise, const std::string& path, const AnyLaunch& launch,
                   const std::vector<std::string>& arguments) {
  constexpr int kMostMessages = 3;
  JudgeOptions options = options_of(arguments);
  // Long cases would be minutes under a sanitizer, and under tools that slow a program down unseen.
  const bool is_quick = backend_is_instrumented() || std::getenv("COURSE_CHECK_QUICK");
  options.counts_atomics = backend_counts_work();
  options.counts_accesses = backend_counts_memory();
  options.depth = is_quick ? Depth::short_ones : Depth::full;
  // A learner has seen enough then; each race costs a second.
  options.stops_after_ended = true;
  if (backend_is_instrumented()) options.most_broken = 5;
  int messages = 0;
  options.on_failure = [&](const std::string& message) {
    if (messages++ < kMostMessages) std::printf("  %s\n", message.c_str());
    std::fflush(stdout);
  };
  const auto no_device = [&] {
    std::fprintf(stderr, "%s: no usable CUDA device\n", exercise.folder.c_str());
    return kExitNoDevice;
  };
  try {
    open_device(0);  // the judge asks for its memory
  } catch (const CudaError&) {
    return no_device();
  }
  WorkerCommand worker;
  worker.command.arguments = {path, "--serve"};
  // The first of one name counts. A race ends the case in which it is seen.
  worker.command.environment = {"TSAN_OPTIONS=halt_on_error=1:atexit_sleep_ms=0"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    worker.command.environment.emplace_back(*variable);
  }
  worker.command.environment.emplace_back(kWatchdog);
  if (backend_is_instrumented()) worker.seconds = kSecondsOfSanitizedCase;
  const bool is_here = std::find(arguments.begin(), arguments.end(), kInProcess) != arguments.end();
  const Judgement judgement = is_here ? judge(exercise.proof, asks_here(launch), options)
                                      : judge(exercise.proof, worker, options);
  if (judgement.no_device) return no_device();
  const ExerciseProof& proof = exercise.proof;
  const bool is_passed = passed(proof, judgement, options);
  const bool demands_work = proof.work || proof.add_work;
  const bool counts = proof.counts_accesses ? options.counts_accesses : options.counts_atomics;
  const bool is_unproven = is_passed && demands_work && !counts;
  std::printf("%s --check: %s: %d of %d cases%s", exercise.folder.c_str(),
              !is_passed    ? "FAILED"
              : is_unproven ? "results right, not yet passed"
                            : "passed",
              judgement.failed > 0 ? judgement.failed : judgement.passed, judgement.total(),
              judgement.failed > 0 ? " are wrong" : "");
  if (judgement.refused > 0) std::printf(", %d not applicable", judgement.refused);
  if (judgement.was_cut_short) std::printf(", no more were run");
  std::printf(" (seed %s)\n", std::to_string(options.seed).c_str());
  if (judgement.failed == 0 && !is_passed) std::printf("too little was verified to pass\n");
  if (is_unproven) {
    std::printf(
        "the exercise also asks for little work, which this build does not count: check again in "
        "the preset cpu\n");
  }
  if (is_passed && !is_quick && !options.only) {
    std::printf("whether threads race, the preset cpu-race tells\n");
  }
  return !is_passed ? kExitFailed : is_unproven ? kExitUncounted : EXIT_SUCCESS;
}

}  // namespace course
