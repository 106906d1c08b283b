// Makes a program of whose_thread.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "whose_thread.cuh"

int main(int argc, char** argv) {
  return run_exercise("01_whose_thread", add_launch(whose_thread), argc, argv);
}
