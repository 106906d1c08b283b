// The one header that a lesson includes.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "common/harness/device/backend.h"
#include "common/harness/run/elementwise_lesson.h"
#include "common/harness/run/histogram_lesson.h"
#include "common/kernels/aligned.cuh"
#include "common/kernels/half_bits.cuh"
#include "common/kernels/measure_rates.cuh"
#include "common/kernels/occupancy.cuh"

namespace course {

// Here and not in the harness, because the probes are kernels and only the lesson goes through the
// CUDA compiler.
inline ElementwiseLesson::ElementwiseLesson(std::string name, int argc, char** argv)
    : ElementwiseLesson(std::move(name), argc, argv, measure_rates) {}
inline HistogramLesson::HistogramLesson(std::string name, int argc, char** argv)
    : HistogramLesson(std::move(name), argc, argv, measure_rates) {}

}  // namespace course
