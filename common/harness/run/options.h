// The command line that all lessons share, read with the C library's getopt_long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/harness/problem/workload.h"

namespace course {

enum class LessonKind { elementwise, histogram };

// What a user asked for. An empty optional means: not given, the lesson's default holds.
struct Options {
  std::optional<std::size_t> n;
  std::uint64_t seed = 1;
  int device = 0;
  std::string variant;  // empty: all of them
  bool list = false;
  bool check = false;
  bool hot = false;
  std::optional<int> warmup;
  std::optional<int> iterations;
  // A problem of the size that a GPU is given, where the command line names none; else one that
  // takes the CPU backend a moment.
  bool as_on_gpu = false;
  std::string csv;    // empty: none is written
  std::string rates;  // file of device rates, written on a GPU and read on the CPU backend
  std::optional<unsigned> block;
  bool sweep = false;
  bool lines = false;  // print what each source line asks of memory

  // histograms
  std::optional<std::size_t> bins;
  bool bins_from_data = false;  // --bins auto
  std::optional<SampleType> type;
  std::optional<Workload> workload;
  std::string input;  // a file whose bytes are the samples
  bool letters = false;
  bool show = false;
  bool best = false;  // only the variant that the lesson's rule chooses, and the baseline
  std::optional<unsigned> coarsening;
  std::optional<unsigned> blocks_per_multiprocessor;
  std::optional<unsigned> copies;

  // adds
  std::optional<std::size_t> rows, columns;
};

// Reads argv. Throws UsageError with one line that names what is wrong. `help` is set when --help
// was given; the rest is then meaningless.
Options parse_options(LessonKind kind, int argc, char** argv, bool* help);

// The text of --help, ending in a newline.
std::string usage(LessonKind kind, const std::string& program);

}  // namespace course
