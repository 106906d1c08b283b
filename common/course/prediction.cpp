#include "common/course/prediction.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "common/course/pages.h"
#include "common/course/record.h"
#include "common/course/written_number.h"
#include "common/row/format.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

// The chapter's own steps, as they were recorded: the first row of each, as others are of other
// workloads. What they are measured against has the speedup 1 or belongs to an earlier chapter, as
// "shared (05)".
std::vector<Row> steps_of(const Place& place, const std::string& lesson) {
  std::vector<Row> steps;
  for (const Row& row : read_results((place.course / "docs/results/h200.csv").string()).rows) {
    bool is_new = row.lesson == lesson && row.speedup && *row.speedup != 1 &&
                  row.status == Status::ok && row.variant.find('(') == std::string::npos;
    for (const Row& step : steps) {
      is_new = is_new && step.variant != row.variant && step.n == row.n && step.bins == row.bins;
    }
    if (is_new) steps.push_back(row);
  }
  return steps;
}

// The recorded time of what the step's speedup is over.
std::optional<double> start_ms(const Place& place, const Row& step) {
  for (const Row& row : read_results((place.course / "docs/results/h200.csv").string()).rows) {
    if (row.lesson == step.lesson && row.n == step.n && row.bins == step.bins &&
        row.type == step.type && row.speedup == 1.0) {
      return row.median_ms;
    }
  }
  return std::nullopt;
}

// The newest row of each step in a file, of any size.
std::vector<Row> rows_in(const std::string& file, const std::vector<Row>& steps) {
  const std::vector<Row> rows = read_results(file).rows;
  std::vector<Row> found;
  for (const Row& step : steps) {
    const auto newest = std::find_if(rows.rbegin(), rows.rend(), [&](const Row& row) {
      return row.lesson == step.lesson && row.variant == step.variant && row.type == step.type &&
             row.bins == step.bins && row.workload == step.workload && row.speedup &&
             row.status == Status::ok;
    });
    if (newest != rows.rend()) found.push_back(*newest);
  }
  if (found.empty()) {
    throw UsageError(file + " has no step of " + steps.front().lesson +
                     " with samples as recorded");
  }
  return found;
}

// What speedups are over.
const char* start_of(const std::string& lesson) {
  return lesson < "03" ? "the first add of chapter 01" : "the first kernel of chapter 03";
}

std::string name_of(const std::string& lesson, const std::string& step) {
  return "predicted/" + lesson + "/" + step;
}

// A factor above 0, such as 3, 3x or 0.5 times.
std::optional<double> read_factor(const std::string& text) {
  const std::optional<WrittenNumber> number = read_number(text);
  const std::set<std::string> behind = {"", "x", "X", "×", "times"};
  if (!number || !number->unit.empty() || behind.count(number->rest) == 0) return std::nullopt;
  return number->value > 0 ? std::optional(number->value) : std::nullopt;
}

std::string not_a_factor(const std::string& text) {
  return "'" + text + "' is no factor; one above 0 is needed, as 3x or 0.5x";
}

// Asks for each step's until the answers end.
std::map<std::string, std::string> ask(const std::vector<Row>& steps, const std::string& lesson,
                                       const std::optional<double>& start_ms) {
  std::map<std::string, std::string> predictions;
  std::printf("Your predictions, as 3x or 0.5x; an empty line for a step you skip.\n");
  if (start_ms) {
    std::printf("What they are over took %s ms on an H200.\n", significant(*start_ms).c_str());
  }
  for (const Row& step : steps) {
    for (;;) {
      std::printf("%s: how many times as fast as %s? ", step.variant.c_str(), start_of(lesson));
      std::fflush(stdout);
      std::string answer;
      if (!std::getline(std::cin, answer)) {
        std::printf("\n");
        return predictions;
      }
      if (answer.empty()) break;
      if (read_factor(answer)) {
        predictions[step.variant] = answer;
        break;
      }
      std::printf("%s\n", not_a_factor(answer).c_str());
    }
  }
  return predictions;
}

}  // namespace

int predict(const Place& place, const std::string& chapter, const std::vector<std::string>& given) {
  const std::string lesson = chapter_folder(place.course, chapter);
  const std::vector<Row> steps = steps_of(place, lesson);
  std::map<std::string, std::string> predictions;
  if (given.empty()) predictions = ask(steps, lesson, start_ms(place, steps.front()));
  for (const std::string& prediction : given) {
    const std::size_t equals = prediction.find('=');
    const std::string step = prediction.substr(0, equals);
    std::string known;
    for (const Row& row : steps) known += (known.empty() ? "" : ", ") + row.variant;
    if (std::none_of(steps.begin(), steps.end(), [&](const Row& r) { return r.variant == step; })) {
      throw UsageError(lesson + " has no step '" + step + "'; there are " + known);
    }
    if (equals == std::string::npos) {
      throw UsageError("'" + prediction + "' is not like " + step + "=3x");
    }
    const std::string factor = prediction.substr(equals + 1);
    if (!read_factor(factor)) throw UsageError(not_a_factor(factor));
    predictions[step] = factor;
  }
  if (predictions.empty()) throw UsageError("nothing was predicted");
  for (const auto& [step, factor] : predictions) record(place, name_of(lesson, step), factor);
  std::printf("recorded; when you have run it with --csv FILE.csv: %s quiz --outcome %s FILE.csv\n",
              place.program().c_str(), lesson.substr(0, 2).c_str());
  return EXIT_SUCCESS;
}

int outcome(const Place& place, const std::string& chapter, const std::string& file) {
  const std::string lesson = chapter_folder(place.course, chapter);
  std::vector<Row> steps = steps_of(place, lesson);
  if (!file.empty()) steps = rows_in(file, steps);
  const Row& first = steps.front();
  std::printf("%s on %s, n = %s, %s: times as fast as %s\n", lesson.c_str(), first.device.c_str(),
              size_text(first.n).c_str(), first.is_prediction() ? "by the model" : "measured",
              start_of(lesson));
  std::printf("%-18s %14s %10s\n", "step", "you predicted", "outcome");
  const Record learners = read_record(place);
  for (const Row& step : steps) {
    const auto mine = learners.find(name_of(lesson, step.variant));
    const std::string predicted = mine == learners.end() ? "-" : mine->second;
    std::printf("%-18s %14s %9sx", step.variant.c_str(), predicted.c_str(),
                significant(*step.speedup).c_str());
    if (const std::optional<double> value = read_factor(predicted)) {
      const bool is_more = *step.speedup >= *value;
      const double factor = is_more ? *step.speedup / *value : *value / *step.speedup;
      if (factor < 1.1) {
        std::printf("  as you said");
      } else {
        std::printf("  %s times %s than you said", significant(factor).c_str(),
                    is_more ? "more" : "less");
      }
    }
    std::printf("\n");
  }
  return EXIT_SUCCESS;
}

}  // namespace course
