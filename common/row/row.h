// One row of a result file: one variant on one problem. Lessons write it with --csv, compare reads
// it. The table in row.cpp is the only description of the file's columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace course {

enum class Status { ok, failed, expected_failure, not_applicable };

const char* name_of(Status status);  // as in the column `status`

constexpr const char* kModelBackend = "model";

// What is not known, or does not apply, is empty.
struct Row {
  std::string lesson;
  std::string variant;
  std::string backend;  // "cuda", "cpu", or "model": nothing was run, the time is a prediction
  std::string device;
  std::uint64_t n = 0;
  std::string type;                   // "int32", "float16", "letters"
  std::optional<std::uint64_t> bins;  // empty for adds
  std::string workload;               // empty for adds
  std::string cache;  // "cold" or "hot", with "_fits_l2" where all data fits in the L2 cache
  std::optional<double> median_ms;
  std::optional<double> min_ms;
  std::optional<double> iqr_ms;
  std::optional<std::uint64_t> iterations;
  std::optional<std::uint64_t> bytes;  // that any solution moves: inputs once, results once
  std::optional<double> gb_per_s;      // 10^9 bytes per second
  std::optional<double> ceiling_percent;
  std::optional<double> speedup;  // over the course's starting kernel
  std::optional<std::uint64_t> global_atomics;
  std::optional<std::uint64_t> shared_atomics;
  std::optional<std::uint64_t> longest_queue;
  std::optional<std::uint64_t> workspace_bytes;
  Status status = Status::ok;
  std::optional<double> predicted_ms;  // by the model
  std::string bound;                   // what the model says bounds the variant: "memory"
  // What warps ask of memory, where a build counts it: executions of an instruction by a warp, and
  // what they become. See common/cpu/memory_counts.h.
  std::optional<std::uint64_t> load_requests, load_sectors;    // global memory
  std::optional<std::uint64_t> store_requests, store_sectors;  // global memory
  std::optional<std::uint64_t> atomic_passes;                  // global memory
  std::optional<std::uint64_t> shared_requests, shared_wavefronts;

  bool on_cpu_backend() const { return backend == "cpu"; }
  bool is_prediction() const { return backend == kModelBackend; }
  // The CPU backend counts work; whatever time a file holds for it is not a GPU's and not shown.
  bool has_time() const {
    return status == Status::ok && !on_cpu_backend() && !is_prediction() && median_ms;
  }
};

// One column of a result file: its name, and how a row's field is written and read.
struct CsvColumn {
  enum class Rule {
    needed,    // no file without the column, no row with an empty field
    optional,  // may be empty, and older files lack it
    not_zero,  // optional, and zero is a mistake: no kernel takes no time
  };
  const char* name;
  Rule rule;
  std::string (*write)(const Row&);
  void (*read)(const std::string& field, Row&);  // throws UsageError: "is not a whole number"
};

// All columns, in the order in which they are written. A new one is one line in row.cpp.
const std::vector<CsvColumn>& csv_columns();

// nullptr if there is none of this name.
const CsvColumn* csv_column(const std::string& name);

// Reads the field of a row. Throws UsageError, naming the column, for one that no lesson writes.
void read_field(const CsvColumn& column, const std::string& field, Row& row);

// Throws UsageError when fields that are right alone contradict each other.
void require_consistent(const Row& row);

// The header and a row, each with its line end.
std::string csv_header();
std::string csv_line(const Row& row);

}  // namespace course
