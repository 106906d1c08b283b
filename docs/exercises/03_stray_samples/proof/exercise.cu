// Makes a program of stray_samples.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "stray_samples.cuh"

int main(int argc, char** argv) {
  return run_exercise("03_stray_samples", histogram_launch(stray_samples), argc, argv);
}
