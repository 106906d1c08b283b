#include "common/course/prediction.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

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
const char* start_of(const std::string& chapter) {
  return chapter < "03" ? "the first add of chapter 01" : "the first kernel of chapter 03";
}

std::string name_of(const std::string& lesson, const std::string& step) {
  return "predicted/" + lesson + "/" + step;
}

}  // namespace

int predict(const Place& place, const std::string& chapter, const std::vector<std::string>& given) {
  const std::string lesson = chapter_folder(place.course, chapter);
  const std::vector<Row> steps = steps_of(place, lesson);
  std::vector<std::string> predictions = given;
  for (std::size_t i = 0; given.empty() && i < steps.size(); ++i) {
    std::printf("%s: how many times as fast as %s? ", steps[i].variant.c_str(), start_of(chapter));
    std::fflush(stdout);
    std::string answer;
    if (!std::getline(std::cin, answer)) break;
    if (!answer.empty()) predictions.push_back(steps[i].variant + "=" + answer);
  }
  if (predictions.empty()) throw UsageError("nothing was predicted");
  for (const std::string& prediction : predictions) {
    const std::size_t equals = prediction.find('=');
    const std::string step = prediction.substr(0, equals);
    std::string known;
    bool is_known = false;
    for (const Row& row : steps) {
      known += (known.empty() ? "" : ", ") + row.variant;
      is_known = is_known || row.variant == step;
    }
    if (!is_known) throw UsageError(lesson + " has no step '" + step + "'; there are " + known);
    if (equals == std::string::npos || !read_number(prediction.substr(equals + 1))) {
      throw UsageError("'" + prediction + "' is not like " + step + "=3x");
    }
    record(place, name_of(lesson, step), prediction.substr(equals + 1));
  }
  std::printf("recorded; when you have run it: course quiz --outcome %s [FILE.csv]\n",
              chapter.c_str());
  return EXIT_SUCCESS;
}

int outcome(const Place& place, const std::string& chapter, const std::string& file) {
  const std::string lesson = chapter_folder(place.course, chapter);
  std::vector<Row> steps = steps_of(place, lesson);
  if (!file.empty()) steps = rows_in(file, steps);
  const Row& first = steps.front();
  std::printf("%s on %s, n = %s, %s: times as fast as %s\n", lesson.c_str(), first.device.c_str(),
              size_text(first.n).c_str(), first.is_prediction() ? "by the model" : "measured",
              start_of(chapter));
  std::printf("%-18s %14s %10s\n", "step", "you predicted", "outcome");
  const Record learners = read_record(place);
  for (const Row& step : steps) {
    const auto mine = learners.find(name_of(lesson, step.variant));
    const std::string predicted = mine == learners.end() ? "-" : mine->second;
    std::printf("%-18s %14s %9sx", step.variant.c_str(), predicted.c_str(),
                significant(*step.speedup).c_str());
    const auto value = read_number(predicted);
    if (value && value->value > 0) {
      const bool is_more = *step.speedup >= value->value;
      const double factor = is_more ? *step.speedup / value->value : value->value / *step.speedup;
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
