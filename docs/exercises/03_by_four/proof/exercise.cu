// Makes a program of by_four.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "by_four.cuh"

int main(int argc, char** argv) {
  return run_exercise("03_by_four", histogram_launch(by_four), argc, argv);
}
