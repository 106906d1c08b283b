// Makes a program of fillers.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "fillers.cuh"

int main(int argc, char** argv) {
  return run_exercise("07_fillers", histogram_launch(fillers), argc, argv);
}
