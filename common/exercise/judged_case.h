// One case on the judge's side: the samples, the reference, and whether an answer is right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/exercise/proof.h"
#include "common/exercise/wire.h"
#include "common/harness/trial/verification.h"

namespace course {

class JudgedCase {
 public:
  // Makes samples and reference. Another `round` gives other samples of the same kind.
  JudgedCase(const HistogramCase& c, unsigned round);

  const Task& task() const { return task_; }
  const std::vector<unsigned char>& input() const { return input_; }

  // "" when the output is right, else the first wrong bin.
  std::string fault_of_result(const std::vector<unsigned char>& output) const;
  // "" when the work is as demanded or was not counted, else what was too much or too little.
  std::string fault_of_work(const ExerciseProof& proof, const Answer& answer) const;

 private:
  template <typename Sample, typename BinOf>
  void take(const std::vector<Sample>& samples, BinOf bin_of);

  Task task_;
  std::vector<unsigned char> input_;
  std::vector<unsigned> bin_of_sample_;
  Histogram reference_;
};

}  // namespace course
