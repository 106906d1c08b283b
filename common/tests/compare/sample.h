// Small result files for the tests.
#pragma once

#include <string>

#include "common/row/result_file.h"

namespace course::compare::test {

// A row in the making; the defaults are a timed histogram row.
struct Sample {
  std::string lesson = "03_atomic_naive";
  std::string variant = "i32";
  std::string ms = "8";
  std::string speedup = "1";
  std::string status = "ok";
  std::string backend = "cuda";
  std::string device = "GPU A";
  std::string n = "1048576";
  std::string type = "int32";
  std::string bins = "256";
  std::string workload = "uniform";
  std::string cache = "cold";
  std::string global_atomics = "1048576";
  std::string predicted_ms = "";

  std::string line() const {
    const std::string measured = ms.empty() ? ",,,," : ms + "," + ms + ",0.01,30,";
    return lesson + "," + variant + "," + backend + "," + device + "," + n + "," + type + "," +
           bins + "," + workload + "," + cache + "," + measured + "4194304," +
           (ms.empty() ? "," : "524.3,12.6") + "," + (ms.empty() ? "" : speedup) + "," +
           global_atomics + ",,,0," + status + "," + predicted_ms +
           (predicted_ms.empty() ? "," : ",memory") + ",,,,,,,\n";
  }
};

inline std::string header() { return csv_header(); }

// A small course: a start, a failure on purpose, and two chapters that gain 4× and 2×.
inline std::string course_file() {
  Sample start;
  Sample racy;
  racy.variant = "racy";
  racy.ms = "";
  racy.status = "expected_failure";
  Sample wide;
  wide.variant = "i32x4";
  wide.ms = "7.5";
  wide.speedup = "1.0667";
  Sample before;
  before.lesson = "05_shared_memory";
  before.variant = "\"private, from 04\"";
  before.ms = "2";
  before.speedup = "4";
  Sample shared = before;
  shared.variant = "shared";
  shared.ms = "1";
  shared.speedup = "8";
  return "# device: GPU A, driver 1, toolkit 2, date 2024-01-01, commit abc\n" + header() +
         start.line() + racy.line() + wide.line() + before.line() + shared.line();
}

}  // namespace course::compare::test
