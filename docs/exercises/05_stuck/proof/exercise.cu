// Makes a program of stuck.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "stuck.cuh"

int main(int argc, char** argv) {
  return run_exercise("05_stuck", histogram_launch(stuck), argc, argv);
}
