// Makes a program of narrow.cuh: the learner's, the solution's, or a submission's.
#include "common/exercise/exercise.h"

using namespace course;

#include "narrow.cuh"

int main(int argc, char** argv) {
  return run_exercise("05_narrow", histogram_launch(narrow), argc, argv);
}
