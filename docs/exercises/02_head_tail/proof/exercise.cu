// Makes a program of head_tail.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

// These do what the exercise is about.
#pragma GCC poison Split split_into_packs

#include "head_tail.cuh"

int main(int argc, char** argv) {
  return run_exercise("02_head_tail", add_launch(head_tail), argc, argv);
}
