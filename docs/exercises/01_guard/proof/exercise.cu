// Makes a program of guard.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "guard.cuh"

int main(int argc, char** argv) { return run_exercise("01_guard", add_launch(guard), argc, argv); }
