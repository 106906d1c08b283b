// Makes a program of lost_update.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "lost_update.cuh"

int main(int argc, char** argv) {
  return run_exercise("03_lost_update", histogram_launch(lost_update), argc, argv);
}
