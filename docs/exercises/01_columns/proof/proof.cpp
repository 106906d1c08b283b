// What a right answer to columns does.
#include "common/exercise/proof.h"

namespace course {

ExerciseProof columns_proof() {
  ExerciseProof proof;
  proof.add_work = [](const AddCase& c) {
    // Of each row and each array.
    const std::uint64_t warps = (c.spec.columns + 31) / 32, sectors = (c.spec.columns + 7) / 8;
    WorkDemand demand;
    // A warp's elements may begin inside a sector, and then touch one more.
    demand.load_sectors = Bound::at_most(2 * c.spec.rows * (sectors + warps));
    // In tiles: warps that go on from one row to the next are another exercise.
    if (c.spec.rows > 1) demand.load_requests = Bound::exactly(2 * c.spec.rows * warps);
    return demand;
  };
  proof.counts_accesses = true;
  proof.least_cases = 100;
  return proof;
}

}  // namespace course
