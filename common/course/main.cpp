// The program `course`: what a class does besides running lessons.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "common/course/grade.h"
#include "common/course/hint.h"
#include "common/course/learn.h"
#include "common/course/prediction.h"
#include "common/course/quiz.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace {

using namespace course;

constexpr int kExitUsage = 2;

// What the first word of a command line names.
struct Part {
  std::string name;
  const char* usage;
};

const Part kParts[] = {
    {"learn",
     "  course learn [EXERCISE] [--once] [PLACE]\n"
     "      shows the next unsolved exercise, and builds and checks it when its file changes\n"
     "      exit status: 0 solved, 1 not yet, 2 usage, 77 no usable device\n"},
    {"hint",
     "  course hint EXERCISE [--again] [PLACE]\n"
     "      shows the next of its hints, or the first one again\n"},
    {"quiz",
     "  course quiz [QUESTION [ANSWER]] [PLACE]\n"
     "      checks the answer to a question of a chapter's page, such as 04.1: a number,\n"
     "      as 589,696, 512K (2^10 each), 1e7, 1/6, 73 million or 4.55 GFLOP/s\n"
     "      exit status: 0 right, 1 not right, 2 usage\n"
     "  course quiz --predict CHAPTER [STEP=SPEEDUP...] [PLACE]\n"
     "  course quiz --outcome CHAPTER [FILE.csv] [PLACE]\n"
     "      keeps a prediction; puts it beside your results, or beside recorded ones\n"},
    {"grade",
     "  course grade EXERCISE|all FOLDER [--seed S] [--case K] [--jobs N] [--csv FILE]\n"
     "               [--json FILE]\n"
     "      builds and judges FOLDER/student/name.cuh of every student; a file in place of\n"
     "      FOLDER is graded alone\n"
     "      exit status: 0 all were judged, 1 something could not be judged, 2 usage\n"},
};

const char kPlace[] =
    "PLACE: --build FOLDER, the course's build (it also keeps course_progress.txt), and\n"
    "       --course FOLDER\n";

// Of one part, or of all if `name` is none's.
void print_usage(const std::string& name) {
  const auto is_named = [&](const Part& part) { return part.name == name; };
  const bool one = std::any_of(std::begin(kParts), std::end(kParts), is_named);
  std::printf("usage:\n");
  for (const Part& part : kParts) {
    if (!one || is_named(part)) std::fputs(part.usage, stdout);
  }
  if (name != "grade") std::fputs(kPlace, stdout);
}

// A command line: names in their order, and options, of which flags have no value.
struct Arguments {
  std::vector<std::string> names;
  std::map<std::string, std::string> options;

  bool has(const std::string& option) const { return options.count(option) != 0; }
};

Arguments parse(const std::vector<std::string>& words, const std::vector<std::string>& flags,
                const std::vector<std::string>& with_value) {
  const auto is_in = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.compare(0, 2, "--") != 0) {
      arguments.names.push_back(word);
    } else if (is_in(flags, word)) {
      arguments.options[word] = "";
    } else if (!is_in(with_value, word)) {
      throw UsageError("unknown option " + word);
    } else if (i + 1 == words.size()) {
      throw UsageError(word + " needs a value");
    } else {
      arguments.options[word] = words[++i];
    }
  }
  return arguments;
}

int run_grade(const std::vector<std::string>& words) {
  Arguments arguments = parse(words, {}, {"--seed", "--case", "--jobs", "--csv", "--json"});
  const auto count = [&](const char* name, std::uint64_t low, std::uint64_t high) {
    return parse_count(name, arguments.options[name], low, high);
  };
  GradeOptions options;
  options.seed = std::random_device()();
  if (arguments.has("--seed")) options.seed = count("--seed", 0, UINT64_MAX);
  if (arguments.has("--case")) options.only = static_cast<int>(count("--case", 1, 1000000));
  if (arguments.has("--jobs")) options.jobs = static_cast<int>(count("--jobs", 1, 256));
  options.csv = arguments.options["--csv"];
  options.json = arguments.options["--json"];
  const std::vector<std::string>& names = arguments.names;
  if (names.size() != 2) throw UsageError("grade needs an exercise, or all, and a folder");
  if (names[0] != "all") {
    options.exercises = {&exercise_named(names[0])};
  } else {
    for (const Exercise& exercise : exercises()) options.exercises.push_back(&exercise);
  }
  options.folder = names[1];
  return grade(options);
}

int run_quiz(const Place& place, const Arguments& arguments) {
  const std::vector<std::string>& names = arguments.names;
  const bool predicts = arguments.has("--predict");
  if (!predicts && !arguments.has("--outcome")) {
    std::string answer;  // "589,696", or "73 million" without quotes
    for (std::size_t i = 1; i < names.size(); ++i) answer += (i == 1 ? "" : " ") + names[i];
    return quiz(place, names.empty() ? "" : names[0], answer);
  }
  if (names.empty()) throw UsageError("which chapter? such as --predict 06");
  if (predicts && arguments.has("--outcome")) throw UsageError("--predict or --outcome, not both");
  if (predicts) return predict(place, names[0], {names.begin() + 1, names.end()});
  if (names.size() > 2) throw UsageError("--outcome takes a chapter and one file");
  return outcome(place, names[0], names.size() == 2 ? names[1] : "");
}

int run(const std::vector<std::string>& words) {
  const std::string what = words.empty() ? "" : words[0];
  for (const std::string& word : words) {
    if (word != "--help" && word != "-h") continue;
    print_usage(what);
    return EXIT_SUCCESS;
  }
  if (what == "grade") return run_grade({words.begin() + 1, words.end()});
  const std::map<std::string, std::vector<std::string>> flags = {
      {"learn", {"--once"}}, {"hint", {"--again"}}, {"quiz", {"--predict", "--outcome"}}};
  const auto known = flags.find(what);
  if (known == flags.end()) {
    throw UsageError((what.empty() ? "what is to be done?" : "there is no '" + what + "';") +
                     std::string(" there are learn, hint, quiz and grade"));
  }
  Arguments arguments =
      parse({words.begin() + 1, words.end()}, known->second, {"--build", "--course"});
  Place place;
  if (arguments.has("--build")) place.build = arguments.options["--build"];
  if (arguments.has("--course")) place.course = arguments.options["--course"];
  place.build = std::filesystem::absolute(place.build);
  place.course = std::filesystem::absolute(place.course);
  if (what == "quiz") return run_quiz(place, arguments);
  const std::vector<std::string>& names = arguments.names;
  if (names.size() > 1 || (what == "hint" && names.empty())) {
    throw UsageError(what + " takes one exercise");
  }
  const Exercise* exercise = names.empty() ? nullptr : &exercise_named(names[0]);
  if (what == "hint") return hint(place, *exercise, arguments.has("--again"));
  return learn(place, exercise, arguments.has("--once"));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    // Every process may read the arguments of every other, and the seed is among them.
    for (int k = 1; k < argc; ++k) std::fill_n(argv[k], std::strlen(argv[k]), ' ');
    return run(words);
  } catch (const UsageError& mistake) {
    std::fprintf(stderr, "course: %s (course --help shows the usage)\n", mistake.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "course: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
