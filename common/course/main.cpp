// The program `course`: what a class does besides running lessons.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "common/course/grade.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace {

using namespace course;

constexpr int kExitUsage = 2;

const char kUsage[] =
    "usage: course grade EXERCISE|all FOLDER [--seed S] [--case K] [--jobs N] [--csv FILE]\n"
    "                    [--json FILE]\n"
    "         builds and judges FOLDER/student/name.cuh of every student\n"
    "exit status: 0 all were judged, 1 something could not be judged, 2 usage\n";

int run_grade(const std::vector<std::string>& arguments) {
  GradeOptions options;
  options.seed = std::random_device()();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name.compare(0, 2, "--") != 0) {
      names.push_back(name);
      continue;
    }
    if (i + 1 == arguments.size()) throw UsageError(name + " needs a value");
    const std::string& value = arguments[++i];
    if (name == "--seed") {
      options.seed = parse_count(name, value);
    } else if (name == "--case") {
      options.only = static_cast<int>(parse_count(name, value, 1, 1000000));
    } else if (name == "--jobs") {
      options.jobs = static_cast<int>(parse_count(name, value, 1, 256));
    } else if (name == "--csv") {
      options.csv = value;
    } else if (name == "--json") {
      options.json = value;
    } else {
      throw UsageError("unknown option " + name);
    }
  }
  if (names.size() != 2) throw UsageError("grade needs an exercise, or all, and a folder");
  if (names[0] != "all") {
    options.exercises = {&exercise_named(names[0])};
  } else {
    for (const Exercise& exercise : exercises()) options.exercises.push_back(&exercise);
  }
  options.folder = names[1];
  return grade(options);
}

int run(const std::vector<std::string>& arguments) {
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what == "--help") {
    std::fputs(kUsage, stdout);
    return EXIT_SUCCESS;
  }
  if (what == "grade") return run_grade({arguments.begin() + 1, arguments.end()});
  throw UsageError(what.empty() ? "what is to be done?" : "there is no '" + what + "'");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const UsageError& mistake) {
    std::fprintf(stderr, "%scourse: %s\n", kUsage, mistake.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "course: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
