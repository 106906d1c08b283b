// What an exercise's main file includes before the student's file.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <string>

#include "common/exercise/launch.h"
#include "common/harness/problem/elementwise_problem.h"
#include "common/harness/problem/histogram_problem.h"
#include "common/kernels/aligned.cuh"
#include "common/kernels/half_bits.cuh"
#include "common/kernels/occupancy.cuh"

namespace course {

// Runs what the command line asks for and returns the exit status: --check [--case K] [--seed S]
// [--in-process] judges the launch, in a process of its own unless told otherwise; everything else
// is a lesson's command line. `folder` is the exercise's, as in docs/exercises/list.txt.
int run_exercise(const std::string& folder, const AnyLaunch& launch, int argc, char** argv);

}  // namespace course
