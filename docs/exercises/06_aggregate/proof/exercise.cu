// Makes a program of aggregate.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "aggregate.cuh"

int main(int argc, char** argv) {
  return run_exercise("06_aggregate", histogram_launch(aggregate), argc, argv);
}
