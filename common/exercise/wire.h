// What judge and submission tell each other. They are two processes: the judge writes a task into a
// file that the submission can only read; the submission leaves its answer in a second file, which
// the judge reads and does not believe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/exercise/proof.h"
#include "common/harness/device/buffer.h"
#include "common/harness/problem/launch_context.h"

namespace course {

// The file descriptors that a submission's process starts with.
enum WireFile { kTaskFile = 3, kAnswerFile = 4, kGoPipe = 5, kDonePipe = 6 };

// A byte on the done pipe. kLast: done, and the device is lost, so that the process ends.
constexpr char kReady = 'r', kDone = 'd', kLast = 'l', kNoDevice = 'n';

enum class ProblemKind : std::uint32_t { int32, uint16, uint8, letters, add };

// Stands at the start of the task file; the samples follow, or a and then b.
struct Task {
  ProblemKind kind = ProblemKind::int32;
  std::uint64_t n = 0, bins = 0;
  std::uint64_t rows = 0, columns = 0;  // of an add
  std::uint64_t input_bytes = 0, output_bytes = 0;
  Layout layout, layout_b, layout_c;  // of the samples; of a, b and c
  // What is asked of the launch; 0: the launch's own choice.
  std::uint32_t threads = 0, coarsening = 0, blocks_per_multiprocessor = 0;
  bool one_multiprocessor = false;
  bool threads_in_reverse = false;
};

enum class AnswerState : std::uint32_t { none, ran, not_applicable, failed, endless };

// Stands at the start of the answer file; the result follows.
struct Answer {
  AnswerState state = AnswerState::none;
  bool counts_atomics = false, counts_accesses = false;  // what else would be 0 below
  Counted work;
  char message[1000] = "";  // why it failed or does not apply
};

}  // namespace course
