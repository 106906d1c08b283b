// Makes a program of copies.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "copies.cuh"

int main(int argc, char** argv) {
  return run_exercise("04_copies", histogram_launch(copies), argc, argv);
}
