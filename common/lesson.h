// The one header that a lesson includes.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "common/harness/device/backend.h"
#include "common/harness/run/elementwise_lesson.h"
#include "common/harness/run/histogram_lesson.h"
#include "common/kernels/aligned.cuh"
#include "common/kernels/half_bits.cuh"
#include "common/kernels/occupancy.cuh"
#ifndef COURSE_CPU_BACKEND
#include "common/kernels/data_kernels.cuh"
#include "common/kernels/measure_rates.cuh"
#endif

namespace course {

// Here and not in the harness, because only the lesson goes through the CUDA compiler. On the CPU
// backend the probes' times would say nothing, and the host makes the data as fast.
#ifdef COURSE_CPU_BACKEND
inline constexpr LessonKernels kLessonKernels;
#else
inline constexpr LessonKernels kLessonKernels = {measure_rates, &kDataKernels};
#endif

inline ElementwiseLesson::ElementwiseLesson(std::string name, int argc, char** argv)
    : ElementwiseLesson(std::move(name), argc, argv, kLessonKernels) {}
inline HistogramLesson::HistogramLesson(std::string name, int argc, char** argv)
    : HistogramLesson(std::move(name), argc, argv, kLessonKernels) {}

}  // namespace course
