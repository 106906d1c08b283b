// Makes a program of two_tiles.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "two_tiles.cuh"

int main(int argc, char** argv) {
  return run_exercise("05_two_tiles", histogram_launch(two_tiles), argc, argv);
}
