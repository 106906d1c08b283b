// Makes a program of columns.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "columns.cuh"

int main(int argc, char** argv) {
  return run_exercise("01_columns", add_launch(columns), argc, argv);
}
