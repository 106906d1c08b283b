// The part of an exercise's program that is the same for all. It is compiled once, and not with
// each submission.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "common/exercise/check.h"
#include "common/exercise/exercise.h"
#include "common/exercise/worker.h"
#include "common/kernels/add.cuh"
#include "common/kernels/global_atomics.cuh"
#include "common/lesson.h"

namespace course {

int run_exercise(const std::string& folder, const AnyLaunch& launch, int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto is_given = [&](const char* name) {
    return std::find(arguments.begin(), arguments.end(), name) != arguments.end();
  };
  if (is_given("--serve")) return serve_tasks(launch);
  const Exercise& exercise = exercise_named(folder);
  if (is_given("--check")) {
    try {
      return check_exercise(exercise, "/proc/self/exe", launch, arguments);
    } catch (const UsageError& mistake) {
      std::fprintf(stderr, "%s: %s\n", folder.c_str(), mistake.what());
      return 2;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", folder.c_str(), error.what());
      return 1;
    }
  }
  // The accesses of kernels in this file are not counted where those of the exercise are.
  if (exercise.proof.add_work) {
    ElementwiseLesson lesson("exercise_" + folder, argc, argv);
    if (!backend_counts_memory()) lesson.step<float>("f32 (01)", flat);
    lesson.step<float>(exercise.name, [&](const auto& problem) {
      launch(AnyProblem(problem));
      return std::optional<Work>();
    });
    return lesson.run();
  }
  HistogramLesson lesson("exercise_" + folder, argc, argv);
  if (!backend_counts_memory()) lesson.baseline("vs 03", "global (03)", global);
  lesson.step(exercise.name, [&](const auto& problem) { launch(AnyProblem(problem)); });
  return lesson.run();
}

}  // namespace course
