// The cases that a submission is judged on: the difficult ones of every --check, with data that the
// seed chooses, and some that the seed alone chooses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/exercise/proof.h"

namespace course {

struct ExerciseCase {
  int number = 0;  // from 1 up, the same for every depth
  HistogramCase what;
  std::optional<AddCase> add;  // in its place
  bool may_be_refused = false;
};
std::string describe(const ExerciseCase& c);

enum class Depth {
  full,
  short_ones  // for a build under which kernels run some thirty times as long
};

std::vector<ExerciseCase> exercise_cases(const ExerciseProof& proof, std::uint64_t seed,
                                         Depth depth);

}  // namespace course
