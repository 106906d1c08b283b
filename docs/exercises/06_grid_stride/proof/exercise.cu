// Makes a program of grid_stride.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "grid_stride.cuh"

int main(int argc, char** argv) {
  return run_exercise("06_grid_stride", histogram_launch(grid_stride), argc, argv);
}
