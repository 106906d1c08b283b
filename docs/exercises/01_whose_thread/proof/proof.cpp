// What a right answer to whose_thread does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof whose_thread_proof() {
  ExerciseProof proof;
  // Right results are enough.
  proof.add_work = [](const AddCase&) { return WorkDemand(); };
  proof.least_cases = 100;
  return proof;
}

}  // namespace course
