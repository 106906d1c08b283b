// Reads the result files that the lessons append to with --csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/compare/records.h"

namespace course::compare {

/// The first line of every result file.
extern const char* const kHeader;

enum class Status { ok, failed, expected_failure, not_applicable };

/// One measured (or, on the CPU backend, counted) variant. An empty field is an empty optional.
struct Row {
  std::string lesson;
  std::string variant;
  std::string backend;  // "cuda" or "cpu"
  std::string device;
  std::uint64_t n = 0;
  std::string type;
  std::optional<std::uint64_t> bins;  // empty for the adds
  std::string workload;
  std::string cache;
  std::optional<double> median_ms;
  std::optional<double> min_ms;
  std::optional<double> iqr_ms;
  std::optional<std::uint64_t> iterations;
  std::optional<std::uint64_t> bytes;
  std::optional<double> gb_per_s;
  std::optional<double> ceiling_percent;
  std::optional<double> speedup;
  std::optional<std::uint64_t> global_atomics;
  std::optional<std::uint64_t> shared_atomics;
  std::optional<std::uint64_t> longest_queue;
  std::optional<std::uint64_t> workspace_bytes;
  Status status = Status::ok;

  bool on_cpu_backend() const { return backend == "cpu"; }
  /// The CPU backend counts work; whatever time a file holds for it is not a GPU time and is not
  /// shown.
  bool has_time() const { return status == Status::ok && !on_cpu_backend() && median_ms; }
};

struct ResultFile {
  std::string path;
  std::vector<std::string> provenance;  // the comment lines, without their '#'
  std::vector<Row> rows;                // in the order of the file, at least one
};

/// Reads a result file; throws InputError for anything that is not one, or is half of one.
ResultFile read_results(const std::string& path);

/// The same for text already in memory; `path` is used in messages only.
ResultFile parse_results(const std::string& text, const std::string& path);

/// The word that stands in the status field.
std::string status_text(Status status);

}  // namespace course::compare
