// Makes a program of skip_empty.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "skip_empty.cuh"

int main(int argc, char** argv) {
  return run_exercise("05_skip_empty", histogram_launch(skip_empty), argc, argv);
}
