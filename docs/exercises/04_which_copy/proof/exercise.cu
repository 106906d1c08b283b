// Makes a program of which_copy.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "which_copy.cuh"

int main(int argc, char** argv) {
  return run_exercise("04_which_copy", histogram_launch(which_copy), argc, argv);
}
