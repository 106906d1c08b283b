// One case on the judge's side: the samples, the reference, and whether an answer is right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/exercise/cases.h"
#include "common/exercise/wire.h"
#include "common/harness/trial/verification.h"

namespace course {

class JudgedCase {
 public:
  // Makes input and reference. Another `round` gives another input of the same kind.
  JudgedCase(const ExerciseCase& c, unsigned round);

  const Task& task() const { return task_; }
  const std::vector<unsigned char>& input() const { return input_; }

  // "" when the output is right, else what is wrong first.
  std::string fault_of_result(const std::vector<unsigned char>& output) const;
  // "" when the work is as demanded or was not counted, else what was too much or too little.
  // `counts_…`: what the submission's build counts, which an answer cannot choose.
  std::string fault_of_work(const ExerciseProof& proof, const Answer& answer, bool counts_atomics,
                            bool counts_accesses) const;

 private:
  void make(const HistogramCase& c);
  void make(const AddCase& c);
  template <typename Sample, typename BinOf>
  void take(const std::vector<Sample>& samples, BinOf bin_of);

  Task task_;
  std::vector<unsigned char> input_;
  std::vector<unsigned> bin_of_sample_;
  Histogram reference_;
  std::optional<AddCase> add_;  // in place of a histogram
};

}  // namespace course
