// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceHistogram {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceHistogram, HistogramEven)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceHistogram, HistogramRange)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceHistogram, MultiHistogramEven)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceHistogram, MultiHistogramRange)
};

CUB_NAMESPACE_END
